import { AppError } from './errors';
import { createFairQueue } from './fair-queue';

/** Lets a bounded number of jobs run at once; the others wait in the order in which they came. */
export interface Semaphore {
  /** Rejects with the signal's reason where it aborts before the job's turn: such a job never runs. */
  run<T>(job: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Bounds the jobs of all keys together; those that wait take turns by key, and by arrival under each of them. */
export interface FairSemaphore {
  of(key: string): Semaphore;
}

/** Bounds costly work that several share, so that a rush of one leaves the others their turns. */
export const createFairSemaphore = (count: number): FairSemaphore => {
  const queue = createFairQueue();
  let free = count;

  const wait = (key: string, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => reject(signal?.reason);
      signal?.addEventListener('abort', leave, { once: true });
      queue.add(key, {
        isGone: () => signal?.aborted === true,
        begin: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      });
    });

  const take = async (key: string, signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (free > 0) free -= 1;
    else await wait(key, signal);
  };

  const give = (): void => {
    const next = queue.take();
    // The slot is handed over, not freed: nobody can slip in between.
    if (next === null) free += 1;
    else next.begin();
  };

  return {
    of: (key) => ({
      async run(job, signal) {
        await take(key, signal);
        try {
          return await job();
        } finally {
          give();
        }
      },
    }),
  };
};

/** Bounds costly work, so that a rush of it leaves room for everything else. */
export const createSemaphore = (count: number): Semaphore => createFairSemaphore(count).of('');

const RETRY_AFTER_MS = 1000;

/**
 * The same semaphore for jobs of which so many are let in, to wait or to run; the next is sent away with `unavailable`.
 */
export const withAdmission = (semaphore: Semaphore, most: number): Semaphore => {
  let admitted = 0;
  return {
    async run(job, signal) {
      if (admitted >= most) throw new AppError('unavailable', { retryAfterMs: RETRY_AFTER_MS });
      admitted += 1;
      try {
        return await semaphore.run(job, signal);
      } finally {
        admitted -= 1;
      }
    },
  };
};
