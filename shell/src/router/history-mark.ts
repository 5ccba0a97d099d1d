import { isObject } from '@mahlzeit/shared-ui/platform';
import type { ScreenAddress } from '@mahlzeit/shared-ui/platform';
import { formatHash } from './address';

/**
 * Requirement of a screen that the visitor doesn't meet: an account (`login`), or a verified e-mail address
 * (`verification`).
 */
export type MissingStep = 'login' | 'verification';

/**
 * Detour: the login or verification screen, which was opened above the history entry of a screen to which the visitor
 * has no access yet. Back leads to that screen once the requirement is met.
 */
interface AccessDetour {
  readonly step: MissingStep;
  /** Depth of the history entry whose screen was refused to the visitor. */
  readonly depth: number;
}

/**
 * State that the router stores in each history entry. With the depth, the router ensures that a step back doesn't leave
 * the app.
 */
export interface HistoryMark {
  /** Number of history entries before this one that belong to this visit. */
  readonly depth: number;
  /** Depth of the nearest earlier entry that shows the page without a modal screen; null if there is none. */
  readonly closedDepth: number | null;
  /**
   * Hash of the modal screen in the previous entry; omitted when that entry shows no modal screen, or one to which the
   * user must not return.
   */
  readonly below?: string;
  /** Number of overlays above the entry's screen that have history entries of their own; absent if there are none. */
  readonly overlays?: number;
  /**
   * Detour (to login or verification) in progress. If `detour.depth` equals the depth of this entry, the entry's own
   * screen was refused; otherwise this entry was opened from the detour.
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

/** Reads the router's state from `history.state`; null for an entry that the router hasn't seen yet. */
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

/** State of the history entry with which a visit starts: no earlier entry belongs to the visit. */
export const firstHistoryMark: HistoryMark = { depth: 0, closedDepth: null };

/**
 * Returns the detour (to login or verification) from which a history entry was opened; undefined for other entries and
 * for the entry of the refused screen itself.
 */
export const detourBelow = ({ detour, depth }: HistoryMark): AccessDetour | undefined =>
  detour !== undefined && detour.depth < depth ? detour : undefined;

/** Returns the state of an entry that now shows another screen: without a detour that started at this entry. */
export const markOfOpenedScreen = (mark: HistoryMark): HistoryMark => {
  const { depth, closedDepth, below } = mark;
  const detour = detourBelow(mark);
  return { depth, closedDepth, ...(below !== undefined && { below }), ...(detour !== undefined && { detour }) };
};

/** Returns the state of an entry that no longer shows a modal screen: without any detour. */
export const markWithoutDetour = ({ detour: _, ...mark }: HistoryMark): HistoryMark => mark;

/**
 * Returns the state of a new history entry above the entry of `mark`. `modal` is the modal screen of that lower entry;
 * null if there is none.
 */
export const markAbove = ({ below: _, ...mark }: HistoryMark, modal: ScreenAddress | null): HistoryMark => ({
  ...markOfOpenedScreen(mark),
  depth: mark.depth + 1,
  ...(modal === null ? { closedDepth: mark.depth } : { below: formatHash(modal) }),
});
