/** Mutual exclusion by key: jobs of one key run one after the other, and don't wait for jobs of other keys. */
export interface KeyedMutex {
  run<T>(key: string, runJob: () => Promise<T>): Promise<T>;
}

/** Creates a mutex by key. A key uses memory only while one of its jobs runs or waits. */
export const createKeyedMutex = (): KeyedMutex => {
  const lastJobByKey = new Map<string, Promise<void>>();
  return {
    async run(key, job) {
      const previousJob = lastJobByKey.get(key) ?? Promise.resolve();
      const currentJob = previousJob.then(job);
      // Makes the next job of the key wait for the end of this one, even when this one fails.
      const whenJobEnded = currentJob.then(
        () => undefined,
        () => undefined,
      );
      lastJobByKey.set(key, whenJobEnded);
      try {
        return await currentJob;
      } finally {
        if (lastJobByKey.get(key) === whenJobEnded) lastJobByKey.delete(key);
      }
    },
  };
};
