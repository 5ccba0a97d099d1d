import { isObject } from '@mahlzeit/shared-ui/platform';
import type { ScreenAddress } from '@mahlzeit/shared-ui/platform';
import { formatHash } from './address';

/** What a visitor lacks for a screen: an account, or a verified address. */
export type MissingStep = 'login' | 'verification';

/**
 * A way to a screen that was refused: it lies above that screen's entry, so that Back leads there once the step is
 * made.
 */
interface Detour {
  readonly step: MissingStep;
  /** Depth of the entry that was refused. */
  readonly depth: number;
}

/** What the router notes in each history entry, so that going back never leaves the app. */
export interface HistoryMark {
  /** How many entries of this visit lie behind this one. */
  readonly depth: number;
  /** Depth of the nearest earlier entry that shows this page without a modal; null where there is none. */
  readonly closedDepth: number | null;
  /** The modal of the entry right below, as a hash; left out where that one has none, or is no screen to go back to. */
  readonly below?: string;
  /** At the refused entry itself, and at all that were opened from the detour. */
  readonly detour?: Detour;
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;

const readDetour = (state: unknown): Pick<HistoryMark, 'detour'> => {
  if (!isObject(state)) return {};
  const { step, depth } = state;
  return (step === 'login' || step === 'verification') && isCount(depth) ? { detour: { step, depth } } : {};
};

/** Reads the mark out of `history.state`; null for an entry that the router hasn't seen yet. */
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

/** The first entry of a visit: nothing lies behind it. */
export const firstMark: HistoryMark = { depth: 0, closedDepth: null };

/** The detour that an entry was opened from; the refused entry itself has none. */
export const detourBelow = ({ detour, depth }: HistoryMark): Detour | undefined =>
  detour !== undefined && detour.depth < depth ? detour : undefined;

/** The mark without a detour for the entry itself: it shows something else now. */
export const asOpened = (mark: HistoryMark): HistoryMark => {
  const { depth, closedDepth, below } = mark;
  const detour = detourBelow(mark);
  return { depth, closedDepth, ...(below !== undefined && { below }), ...(detour !== undefined && { detour }) };
};

/** The mark of an entry pushed on top of one that shows this modal, or the bare page. */
export const markAbove = ({ below: _, ...mark }: HistoryMark, modal: ScreenAddress | null): HistoryMark => ({
  ...asOpened(mark),
  depth: mark.depth + 1,
  ...(modal === null ? { closedDepth: mark.depth } : { below: formatHash(modal) }),
});
