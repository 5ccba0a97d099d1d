import type { Timers } from '@mahlzeit/shared-ui/platform';

/** Timers of a client. Their time passes only by `advance`. */
export interface HandDrivenTimers extends Timers {
  advance(ms: number): void;
}

/** Creates timers whose time starts at 0. */
export const createHandDrivenTimers = (): HandDrivenTimers => {
  let time = 0;
  const waiting = new Set<{ readonly due: number; readonly run: () => void }>();
  const dueNext = (endMs: number) => [...waiting].filter(({ due }) => due <= endMs).sort((a, b) => a.due - b.due)[0];
  return {
    after(ms, run) {
      const entry = { due: time + ms, run };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
    advance(ms) {
      const endMs = time + ms;
      for (let next = dueNext(endMs); next !== undefined; next = dueNext(endMs)) {
        waiting.delete(next);
        time = next.due;
        next.run();
      }
      time = endMs;
    },
  };
};
