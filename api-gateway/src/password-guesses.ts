import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { GuessesJob } from './guesses-thread';
import type { IdentityDeps } from './modules/identity';
import { createSemaphore, createThreadPool, startThread } from './platform';

// Program of the thread. In src it is a TypeScript file, in dist a bundle; both are in the folder of this file.
const THREAD_PROGRAM_URL = new URL(
  import.meta.url.endsWith('.ts') ? 'guesses-thread.ts' : 'guesses-thread.js',
  import.meta.url,
);

/** Milliseconds of processor time after which an estimate counts as hanging. The first one loads the lists of words. */
const ESTIMATE_DEADLINE_MS = 5_000;

// Limit of waiting estimates. As many new passwords may wait to be hashed, which takes longer.
const MAX_WAITING_ESTIMATES = 100;

/** Estimates of passwords. */
export interface PasswordGuesses {
  readonly estimateGuesses: IdentityDeps['estimateGuesses'];
  close(): Promise<void>;
}

/** Creates the estimates. They run in a thread of their own, which loads its lists of words at the first one. */
export const createPasswordGuesses = (log: Logger): PasswordGuesses => {
  const threadPool = createThreadPool({
    // One thread is enough, and a second one would hold the lists again.
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
