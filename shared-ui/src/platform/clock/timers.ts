/** Time that passes: injected, so that tests decide when it does. */
export interface Timers {
  /** Calls `run` once after `ms` of real time. Returns a cancel function. */
  after(ms: number, run: () => void): () => void;
}

/** Timers of the browser. */
export const browserTimers: Timers = {
  after(ms, run) {
    const id = setTimeout(run, ms);
    return () => clearTimeout(id);
  },
};
