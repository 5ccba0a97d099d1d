import type { Timers } from '../../platform/browser/clock';

/** Timers that run only by `advance`, with their monotonic counter. */
export interface ManualTimers extends Timers {
  elapsed(): number;
  /** Advances time by `ms` and runs the due timers, in order. */
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
  const waiting = new Set<Waiting>();

  const nextDue = (until: number): Waiting | undefined =>
    [...waiting].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0];

  return {
    elapsed: () => time,
    pending: () => waiting.size,
    after(ms, run) {
      const entry = { due: time + ms, run };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
    advance(ms) {
      const until = time + ms;
      for (let next = nextDue(until); next !== undefined; next = nextDue(until)) {
        waiting.delete(next);
        time = Math.max(time, next.due);
        next.run();
      }
      time = until;
    },
  };
};
