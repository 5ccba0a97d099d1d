/** Mutual exclusion by key: jobs of one key run one after the other, jobs of different keys independently. */
export interface KeyedMutex {
  run<T>(key: string, job: () => Promise<T>): Promise<T>;
}

/** Creates a keyed mutex. A key without a waiting job takes no memory. */
export const createKeyedMutex = (): KeyedMutex => {
  const tails = new Map<string, Promise<void>>();
  return {
    async run(key, job) {
      const before = tails.get(key) ?? Promise.resolve();
      const current = before.then(job);
      // The next job waits for the end of this one, also when this one fails.
      const tail = current.then(
        () => undefined,
        () => undefined,
      );
      tails.set(key, tail);
      try {
        return await current;
      } finally {
        if (tails.get(key) === tail) tails.delete(key);
      }
    },
  };
};
