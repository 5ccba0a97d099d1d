import type { Timers } from '../../platform/browser/clock';

/** Timers that stand still until told, with the monotonic counter that belongs to them. */
export interface ManualTimers extends Timers {
  elapsed(): number;
  /** Lets `ms` pass and runs what is due, in order. */
  advance(ms: number): void;
  /** How many calls are waiting. */
  pending(): number;
}

interface Waiting {
  readonly due: number;
  readonly run: () => void;
}

/** Time for tests: it passes when it is told to. */
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
