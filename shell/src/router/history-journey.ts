import type { Timers } from '@mahlzeit/shared-ui/platform';

export interface JourneyDeps {
  readonly history: Pick<History, 'go'>;
  readonly timers: Timers;
  /** Shows where a journey has ended. */
  settle(end: JourneyEnd): void;
}

/** Where a journey ends: at the entry as it is, or at that entry without its modal. */
export type JourneyEnd = 'asItIs' | 'cleared';

// A journey ends with popstate; where a browser swallows it, waiting ends here.
const LONGEST_JOURNEY_MS = 700;

/** Going back is asynchronous in every browser: one journey at a time, everything else waits for its end. */
export const createJourneys = ({ history, timers, settle }: JourneyDeps) => {
  const waiting: (() => void)[] = [];
  let current: { readonly end: JourneyEnd; readonly stopWaiting: () => void } | null = null;

  const finish = (end: JourneyEnd): void => {
    current?.stopWaiting();
    current = null;
    settle(end);
    while (current === null && waiting.length > 0) waiting.shift()?.();
  };

  return {
    isUnderWay: () => current !== null,
    /** Runs `act` now or once the browser has arrived: pushing mid-way would cut the journey. */
    whenArrived(act: () => void): void {
      if (current === null) act();
      else waiting.push(act);
    },
    back(steps: number, end: JourneyEnd): void {
      // Whoever asked to leave the modal has left it, even if the browser stays where it is.
      current = { end, stopWaiting: timers.after(LONGEST_JOURNEY_MS, () => finish('cleared')) };
      history.go(-steps);
    },
    /** The browser has arrived, by our journey or by the diner's own. */
    arrived: () => finish(current?.end ?? 'asItIs'),
    dispose(): void {
      current?.stopWaiting();
      waiting.length = 0;
    },
  };
};
