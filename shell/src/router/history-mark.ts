/** What the router notes in each history entry, so that going back never leaves the app. */
export interface HistoryMark {
  /** How many entries of this visit lie behind this one. */
  readonly depth: number;
  /** Depth of the nearest earlier entry that shows this page without a modal; null where there is none. */
  readonly closedDepth: number | null;
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** Reads the mark out of `history.state`; null for an entry that the router hasn't seen yet. */
export const readMark = (state: unknown): HistoryMark | null => {
  if (typeof state !== 'object' || state === null || !('depth' in state) || !isCount(state.depth)) return null;
  const closedDepth = 'closedDepth' in state && isCount(state.closedDepth) ? state.closedDepth : null;
  return { depth: state.depth, closedDepth };
};

/** The first entry of a visit: nothing lies behind it. */
export const firstMark: HistoryMark = { depth: 0, closedDepth: null };

/** The mark of an entry pushed on top of one that shows a modal or, `fromClosed`, the bare page. */
export const markAbove = (below: HistoryMark, fromClosed: boolean): HistoryMark => ({
  depth: below.depth + 1,
  closedDepth: fromClosed ? below.depth : below.closedDepth,
});
