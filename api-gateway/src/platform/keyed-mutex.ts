/** Mutual exclusion by key: jobs of one key run one after the other, jobs of different keys independently. */
export interface KeyedMutex {
  run<T>(key: string, job: () => Promise<T>): Promise<T>;
}

/** Creates a keyed mutex. A key without a waiting job takes no memory. */
export const createKeyedMutex = (): KeyedMutex => {
  const tails = new Map<string, Promise<void>>();
  return {
    async run(key, job) {
      const previousJob = tails.get(key) ?? Promise.resolve();
      const currentJob = previousJob.then(job);
      // The next job waits for the end of this one, also when this one fails.
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
