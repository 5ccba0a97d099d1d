/** Runs of a job by key. Callers of one key share the run that is in progress. */
export interface SingleFlight<T> {
  /** Joins the key's run in progress, or starts one. Rejects like the job; a failed run is not remembered. */
  run(key: string, job: () => Promise<T>): Promise<T>;
  /** Returns the key's run in progress; undefined without one. */
  current(key: string): Promise<T> | undefined;
}

/** Creates a single flight. A key without a run takes no memory. */
export const createSingleFlight = <T>(): SingleFlight<T> => {
  const runs = new Map<string, Promise<T>>();

  const startJob = (key: string, job: () => Promise<T>): Promise<T> => {
    const run = job().finally(() => runs.delete(key));
    runs.set(key, run);
    return run;
  };

  return {
    run: (key, job) => runs.get(key) ?? startJob(key, job),
    current: (key) => runs.get(key),
  };
};
