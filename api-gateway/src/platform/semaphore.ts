import { AppError } from './errors';
import { createFairQueue } from './fair-queue';

/** Limits the number of concurrent jobs. Waiting jobs run in their order of arrival. */
export interface Semaphore {
  /** Rejects with the signal's reason when it aborts before the job starts. Such a job never runs. */
  run<T>(job: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Limits the concurrent jobs of all keys together. Waiting jobs take turns by key, and by arrival within a key. */
export interface FairSemaphore {
  of(key: string): Semaphore;
}

/** Creates a semaphore for shared costly work, so that a rush under one key leaves turns to the others. */
export const createFairSemaphore = (count: number): FairSemaphore => {
  const queue = createFairQueue();
  let free = count;

  const waitForSlot = (key: string, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => reject(signal?.reason);
      signal?.addEventListener('abort', leave, { once: true });
      queue.add(key, {
        isGone: () => signal?.aborted === true,
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      });
    });

  const acquire = async (key: string, signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (free > 0) free -= 1;
    else await waitForSlot(key, signal);
  };

  const release = (): void => {
    const nextWaiting = queue.take();
    // The slot is passed on without being freed, so that no other job can take it.
    if (nextWaiting === null) free += 1;
    else nextWaiting.start();
  };

  return {
    of: (key) => ({
      async run(job, signal) {
        await acquire(key, signal);
        try {
          return await job();
        } finally {
          release();
        }
      },
    }),
  };
};

/** Creates a semaphore for costly work, so that a rush leaves capacity for everything else. */
export const createSemaphore = (count: number): Semaphore => createFairSemaphore(count).of('');

const RETRY_AFTER_MS = 1000;

/**
 * Returns the same semaphore with a maximum of waiting and running jobs. Further jobs are refused with `unavailable`.
 */
export const withAdmission = (semaphore: Semaphore, maxAdmitted: number): Semaphore => {
  let admittedCount = 0;
  return {
    async run(job, signal) {
      if (admittedCount >= maxAdmitted) throw new AppError('unavailable', { retryAfterMs: RETRY_AFTER_MS });
      admittedCount += 1;
      try {
        return await semaphore.run(job, signal);
      } finally {
        admittedCount -= 1;
      }
    },
  };
};
