import type { Timers } from '@mahlzeit/shared-ui/platform';

/** Timers for the live client of a test. Their time passes only when the test calls `advance`. */
export interface HandDrivenTimers extends Timers {
  advance(ms: number): void;
}

/** Creates timers whose time starts at 0. */
export const createHandDrivenTimers = (): HandDrivenTimers => {
  let nowMs = 0;
  const pendingTimers = new Set<{ readonly due: number; readonly run: () => void }>();
  const findNextDueTimer = (endMs: number) =>
    [...pendingTimers].filter(({ due }) => due <= endMs).sort((a, b) => a.due - b.due)[0];
  return {
    after(ms, run) {
      const timerEntry = { due: nowMs + ms, run };
      pendingTimers.add(timerEntry);
      return () => pendingTimers.delete(timerEntry);
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (let nextTimer = findNextDueTimer(endMs); nextTimer !== undefined; nextTimer = findNextDueTimer(endMs)) {
        pendingTimers.delete(nextTimer);
        nowMs = nextTimer.due;
        nextTimer.run();
      }
      nowMs = endMs;
    },
  };
};
