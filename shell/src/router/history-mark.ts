import { isObject } from '@mahlzeit/shared-ui/platform';
import type { ScreenAddress } from '@mahlzeit/shared-ui/platform';
import { formatHash } from './address';

/** Missing requirement of a visitor for a screen: an account, or a verified address. */
export type MissingStep = 'login' | 'verification';

/**
 * Detour to the login or verification for a refused screen: above that screen's entry, so that Back leads there once
 * the requirement is met.
 */
interface Detour {
  readonly step: MissingStep;
  /** Depth of the refused entry. */
  readonly depth: number;
}

/** State that the router stores in each history entry, so that going back never leaves the app. */
export interface HistoryMark {
  /** Number of earlier entries of this visit. */
  readonly depth: number;
  /** Depth of the nearest earlier entry that shows this page without a modal; null for none. */
  readonly closedDepth: number | null;
  /**
   * Modal of the previous entry, as a hash; omitted when that entry has none, or its screen must not be returned to.
   */
  readonly below?: string;
  /** Set at the refused entry itself, and at all entries that were opened from the detour. */
  readonly detour?: Detour;
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;

const readDetour = (state: unknown): Pick<HistoryMark, 'detour'> => {
  if (!isObject(state)) return {};
  const { step, depth } = state;
  return (step === 'login' || step === 'verification') && isCount(depth) ? { detour: { step, depth } } : {};
};

/** Reads the mark from `history.state`; null for an entry that the router hasn't seen yet. */
export const readMark = (state: unknown): HistoryMark | null => {
  if (!isObject(state) || !isCount(state.depth)) return null;
  const { depth, closedDepth, below, detour } = state;
  return {
    depth,
    closedDepth: isCount(closedDepth) ? closedDepth : null,
    ...(typeof below === 'string' && { below }),
    ...readDetour(detour),
  };
};

/** First entry of a visit: no earlier entries. */
export const firstMark: HistoryMark = { depth: 0, closedDepth: null };

/** Returns the detour that an entry was opened from; undefined for the refused entry itself. */
export const detourBelow = ({ detour, depth }: HistoryMark): Detour | undefined =>
  detour !== undefined && detour.depth < depth ? detour : undefined;

/** Returns the mark without a detour of the entry itself, for an entry that now shows something else. */
export const asOpened = (mark: HistoryMark): HistoryMark => {
  const { depth, closedDepth, below } = mark;
  const detour = detourBelow(mark);
  return { depth, closedDepth, ...(below !== undefined && { below }), ...(detour !== undefined && { detour }) };
};

/** Returns the mark of an entry above one that shows this modal, or the bare page. */
export const markAbove = ({ below: _, ...mark }: HistoryMark, modal: ScreenAddress | null): HistoryMark => ({
  ...asOpened(mark),
  depth: mark.depth + 1,
  ...(modal === null ? { closedDepth: mark.depth } : { below: formatHash(modal) }),
});
