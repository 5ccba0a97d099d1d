import { isObject } from '@mahlzeit/shared-ui/platform';
import type { ScreenAddress } from '@mahlzeit/shared-ui/platform';
import { formatHash } from './address';

/**
 * Requirement of a screen that the visitor doesn't meet: an account (`login`), or a verified e-mail address
 * (`verification`).
 */
export type MissingStep = 'login' | 'verification';

/**
 * Detour: the login or verification screen, opened above the entry of a screen that the visitor may not see yet. Back
 * leads to that screen once the requirement is met.
 */
interface AccessDetour {
  readonly step: MissingStep;
  /** Depth of the history entry whose screen was refused. */
  readonly depth: number;
}

/** State that the router stores in each history entry. The depth keeps a step back from leaving the app. */
export interface HistoryMark {
  /** Number of history entries before this one that belong to this visit. */
  readonly depth: number;
  /** Depth of the nearest earlier entry that shows the page without a modal screen; null for none. */
  readonly closedDepth: number | null;
  /**
   * Hash of the modal screen in the previous entry; omitted when that entry shows no modal screen, or one to which the
   * user must not return.
   */
  readonly below?: string;
  /** Number of overlays above the entry's screen that have an entry of their own; omitted without any. */
  readonly overlays?: number;
  /**
   * Detour in progress. If `detour.depth` equals the depth of this entry, the entry's own screen was refused; otherwise
   * this entry was opened from the detour.
   */
  readonly detour?: AccessDetour;
}

const isHistoryDepth = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;

const readDetour = (storedDetour: unknown): Pick<HistoryMark, 'detour'> => {
  if (!isObject(storedDetour)) return {};
  const { step, depth } = storedDetour;
  return (step === 'login' || step === 'verification') && isHistoryDepth(depth) ? { detour: { step, depth } } : {};
};

/** Reads the history mark from `history.state`; null for an entry that the router hasn't seen yet. */
export const readMark = (historyState: unknown): HistoryMark | null => {
  if (!isObject(historyState) || !isHistoryDepth(historyState.depth)) return null;
  const { depth, closedDepth, below, overlays, detour } = historyState;
  return {
    depth,
    closedDepth: isHistoryDepth(closedDepth) ? closedDepth : null,
    ...(typeof below === 'string' && { below }),
    ...(isHistoryDepth(overlays) && { overlays }),
    ...readDetour(detour),
  };
};

/** History mark of the entry with which a visit starts: no earlier entry belongs to the visit. */
export const firstHistoryMark: HistoryMark = { depth: 0, closedDepth: null };

/** Returns the detour from which an entry was opened; undefined for other entries and for the refused entry itself. */
export const detourBelow = ({ detour, depth }: HistoryMark): AccessDetour | undefined =>
  detour !== undefined && detour.depth < depth ? detour : undefined;

/** Returns the mark without a detour that started at the entry itself, for an entry that now shows another screen. */
export const markOfOpenedScreen = (mark: HistoryMark): HistoryMark => {
  const { depth, closedDepth, below } = mark;
  const detour = detourBelow(mark);
  return { depth, closedDepth, ...(below !== undefined && { below }), ...(detour !== undefined && { detour }) };
};

/** Returns the mark without any detour, for an entry that shows no modal screen any more. */
export const markWithoutDetour = ({ detour: _, ...mark }: HistoryMark): HistoryMark => mark;

/**
 * Returns the mark of a new entry above the entry of `mark`. `modal` is the modal screen of that lower entry; null for
 * none.
 */
export const markAbove = ({ below: _, ...mark }: HistoryMark, modal: ScreenAddress | null): HistoryMark => ({
  ...markOfOpenedScreen(mark),
  depth: mark.depth + 1,
  ...(modal === null ? { closedDepth: mark.depth } : { below: formatHash(modal) }),
});
