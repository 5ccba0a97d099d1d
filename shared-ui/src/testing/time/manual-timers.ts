import type { Timers } from '../../platform/browser/clock';

/** Timers that fire only when a test calls `advance`; `elapsed` is their clock. */
export interface ManualTimers extends Timers {
  elapsed(): number;
  /** Advances time by `ms` and fires the timers that are due, in the order of their times. */
  advance(ms: number): void;
  /** Returns the number of waiting timers. */
  pending(): number;
}

interface Waiting {
  readonly due: number;
  readonly run: () => void;
}

/** Creates manual timers for tests. */
export const createManualTimers = (start = 0): ManualTimers => {
  let time = start;
  const waitingCalls = new Set<Waiting>();

  const nextDue = (endMs: number): Waiting | undefined =>
    [...waitingCalls].filter(({ due }) => due <= endMs).sort((a, b) => a.due - b.due)[0];

  return {
    elapsed: () => time,
    pending: () => waitingCalls.size,
    after(ms, run) {
      const entry = { due: time + ms, run };
      waitingCalls.add(entry);
      return () => waitingCalls.delete(entry);
    },
    advance(ms) {
      const endMs = time + ms;
      for (let next = nextDue(endMs); next !== undefined; next = nextDue(endMs)) {
        waitingCalls.delete(next);
        time = Math.max(time, next.due);
        next.run();
      }
      time = endMs;
    },
  };
};
