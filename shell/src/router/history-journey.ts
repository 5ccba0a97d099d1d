/** The part of `window` that a journey through the history uses. */
export interface JourneyWindow {
  readonly history: Pick<History, 'go'>;
  setTimeout(run: () => void, ms: number): number;
  clearTimeout(timer: number): void;
}

/** Where a journey ends: at the entry as it is, or at that entry without its modal. */
export type JourneyEnd = 'asItIs' | 'cleared';

// A journey ends with popstate; where a browser swallows it, waiting ends here.
const LONGEST_JOURNEY_MS = 700;

/** Going back is asynchronous in every browser: one journey at a time, everything else waits for its end. */
export const createJourneys = (browser: JourneyWindow, settle: (end: JourneyEnd) => void) => {
  const waiting: (() => void)[] = [];
  let current: { readonly timer: number; readonly end: JourneyEnd } | null = null;

  const finish = (end: JourneyEnd): void => {
    if (current !== null) browser.clearTimeout(current.timer);
    current = null;
    settle(end);
    while (current === null && waiting.length > 0) waiting.shift()?.();
  };

  return {
    isUnderWay: () => current !== null,
    /** Runs `act` now or once the browser has arrived: pushing mid-way would cut the journey. */
    afterwards(act: () => void): void {
      if (current === null) act();
      else waiting.push(act);
    },
    back(steps: number, end: JourneyEnd): void {
      // Whoever asked to leave the modal has left it, even if the browser stays where it is.
      current = { end, timer: browser.setTimeout(() => finish('cleared'), LONGEST_JOURNEY_MS) };
      browser.history.go(-steps);
    },
    /** The browser has arrived, by our journey or by the diner's own. */
    arrived: () => finish(current?.end ?? 'asItIs'),
    dispose(): void {
      if (current !== null) browser.clearTimeout(current.timer);
      waiting.length = 0;
    },
  };
};
