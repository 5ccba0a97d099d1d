/** Mutual exclusion by key: jobs of one key run one after the other, and don't wait for jobs of other keys. */
export interface KeyedMutex {
  run<T>(key: string, job: () => Promise<T>): Promise<T>;
}

/** Creates a keyed mutex. A key uses memory only while one of its jobs runs or waits. */
export const createKeyedMutex = (): KeyedMutex => {
  const tails = new Map<string, Promise<void>>();
  return {
    async run(key, job) {
      const previousJob = tails.get(key) ?? Promise.resolve();
      const currentJob = previousJob.then(job);
      // The next job waits for the end of this one, even when this one fails.
      const tail = currentJob.then(
        () => undefined,
        () => undefined,
      );
      tails.set(key, tail);
      try {
        return await currentJob;
      } finally {
        if (tails.get(key) === tail) tails.delete(key);
      }
    },
  };
};
