/** Runs jobs so that callers of the same key share one run at a time. */
export interface SingleFlight<T> {
  /**
   * Returns the result of the run in progress for a key, or starts a run. Rejects like the job; after a failed run the
   * next call starts a new one.
   */
  run(key: string, runJob: () => Promise<T>): Promise<T>;
  /** Returns the run in progress for a key; undefined when there is none. */
  current(key: string): Promise<T> | undefined;
}

/** Creates an object that shares runs by key. A key uses memory only during its run. */
export const createSingleFlight = <T>(): SingleFlight<T> => {
  const runByKey = new Map<string, Promise<T>>();

  const startJob = (key: string, job: () => Promise<T>): Promise<T> => {
    const run = job().finally(() => runByKey.delete(key));
    runByKey.set(key, run);
    return run;
  };

  return {
    run: (key, job) => runByKey.get(key) ?? startJob(key, job),
    current: (key) => runByKey.get(key),
  };
};
