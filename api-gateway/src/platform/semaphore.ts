import { AppError } from './errors';
import { createFairQueue } from './fair-queue';

/** Semaphore: limits the number of concurrent jobs. Waiting jobs run in the sequence in which they arrived. */
export interface Semaphore {
  /**
   * Runs a job when its turn comes. Rejects with the signal's reason when the signal aborts before the job starts; the
   * job then never runs.
   */
  run<T>(runJob: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/**
 * Semaphore that limits the number of concurrent jobs of all keys together. Keys take turns; the waiting jobs of one
 * key run in the order in which they arrived.
 */
export interface FairSemaphore {
  forKey(key: string): Semaphore;
}

/**
 * Creates a semaphore for costly work that several kinds of callers share, so that many jobs under one key don't delay
 * the other keys.
 */
export const createFairSemaphore = (slotCount: number): FairSemaphore => {
  const slotQueue = createFairQueue();
  let freeSlots = slotCount;

  const waitForSlot = (key: string, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const onAbort = (): void => reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      slotQueue.add(key, {
        isAbandoned: () => signal?.aborted === true,
        start: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      });
    });

  const acquireSlot = async (key: string, signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (freeSlots > 0) freeSlots -= 1;
    else await waitForSlot(key, signal);
  };

  const releaseSlot = (): void => {
    const nextRequest = slotQueue.take();
    // Gives the free slot directly to the next waiting job, so that no newer job can take it.
    if (nextRequest === null) freeSlots += 1;
    else nextRequest.start();
  };

  return {
    forKey: (key) => ({
      async run(job, signal) {
        await acquireSlot(key, signal);
        try {
          return await job();
        } finally {
          releaseSlot();
        }
      },
    }),
  };
};

/** Creates a semaphore for costly work, so that many simultaneous jobs leave capacity for everything else. */
export const createSemaphore = (slotCount: number): Semaphore => createFairSemaphore(slotCount).forKey('');

const RETRY_AFTER_MS = 1000;

/**
 * Returns a semaphore that also limits the number of waiting and running jobs. Further jobs are refused with
 * `unavailable`.
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
