/** Lets a bounded number of jobs run at once; the others wait in the order in which they came. */
export interface Semaphore {
  run<T>(job: () => Promise<T>): Promise<T>;
}

/** Bounds costly work, so that a rush of it leaves room for everything else. */
export const createSemaphore = (count: number): Semaphore => {
  const waiting: (() => void)[] = [];
  let free = count;

  const take = async (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  };

  const give = (): void => {
    const next = waiting.shift();
    // The slot is handed over, not freed: nobody can slip in between.
    if (next === undefined) free += 1;
    else next();
  };

  return {
    async run(job) {
      await take();
      try {
        return await job();
      } finally {
        give();
      }
    },
  };
};
