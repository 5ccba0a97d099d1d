import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { GuessesJob } from './guesses-thread';
import type { IdentityDeps } from './modules/identity';
import { createSemaphore, createThreadPool, startThread } from './platform';

// URL of the thread's program. In src it is a TypeScript file, in dist a bundle; both are in the folder of this file.
const THREAD_PROGRAM_URL = new URL(
  import.meta.url.endsWith('.ts') ? 'guesses-thread.ts' : 'guesses-thread.js',
  import.meta.url,
);

/**
 * Milliseconds of processor time after which the rating of a password counts as hanging. The first rating loads the
 * lists of words.
 */
const ESTIMATE_DEADLINE_MS = 5_000;

// Maximum number of passwords that wait for their rating. As many new passwords may wait for their hashing, which takes
// longer.
const MAX_WAITING_ESTIMATES = 100;

/** Estimates how many guesses an attacker needs for a password. */
export interface PasswordGuesses {
  readonly estimateGuesses: IdentityDeps['estimateGuesses'];
  close(): Promise<void>;
}

/**
 * Creates the function that estimates the guesses for a password. It runs in a separate thread, which loads its lists
 * of words at the first estimate.
 */
export const createPasswordGuesses = (log: Logger): PasswordGuesses => {
  const threadPool = createThreadPool({
    // Uses one thread, which is enough; a second one would hold the lists of words again.
    semaphore: createSemaphore(1),
    start: () =>
      startThread({
        file: THREAD_PROGRAM_URL,
        name: 'estimateGuesses',
        deadlineMs: ESTIMATE_DEADLINE_MS,
        countsProcessorTime: true,
      }),
    log,
  });
  const runJob = threadPool.admit(MAX_WAITING_ESTIMATES);
  return {
    estimateGuesses: async (password, ownWords) => {
      const job: GuessesJob = { password, ownWords: [...ownWords] };
      return z.number().parse(await runJob(job));
    },
    close: () => threadPool.close(),
  };
};
