import type { Timers } from '@mahlzeit/shared-ui/platform';

/** Timers of a client whose time passes when the test says so. */
export interface HandDrivenTimers extends Timers {
  advance(ms: number): void;
}

/** Starts at 0 and stands still. */
export const createHandDrivenTimers = (): HandDrivenTimers => {
  let time = 0;
  const waiting = new Set<{ readonly due: number; readonly run: () => void }>();
  const dueNext = (until: number) => [...waiting].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0];
  return {
    after(ms, run) {
      const entry = { due: time + ms, run };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
    advance(ms) {
      const until = time + ms;
      for (let next = dueNext(until); next !== undefined; next = dueNext(until)) {
        waiting.delete(next);
        time = next.due;
        next.run();
      }
      time = until;
    },
  };
};
