import { setImmediate as onNextTurn } from 'node:timers';
import { runForClient } from './current-client';
import { AppError } from './errors';
import { createClientQueue } from './fair-queue';
import type { TurnClient } from './fair-queue';

/** Work of a client that begins in a turn of the event loop of its own. */
interface ScheduledWork {
  /** Whether the work no longer needs to begin, for example because its client has disconnected. */
  isAbandoned?(): boolean;
  /** Begins the work. The work counts as running until the promise settles. */
  start(): Promise<unknown> | void;
}

/**
 * Scheduler that begins only one piece of work in each turn of the event loop. Work of different IP addresses and users
 * takes turns.
 */
export interface FairScheduler {
  add(client: TurnClient, work: ScheduledWork): void;
  /**
   * Runs a client's job in a turn of its own, and returns its result. Rejects with `unavailable` when the turn doesn't
   * come in time; the job then never runs.
   */
  run<T>(client: TurnClient, job: () => Promise<T>): Promise<T>;
}

interface FairSchedulerOptions {
  /** Maximum number of jobs that run at once. */
  readonly maxRunning?: number;
  /** Maximum milliseconds for which a job waits for its turn; without limit by default. */
  readonly maxWaitMs?: number;
  readonly nextTurn?: (run: () => void) => void;
}

const RETRY_AFTER_MS = 1_000;

/**
 * Creates the scheduler of many clients' work. When thousands of jobs arrive together, sockets, timers and other
 * clients are served in between.
 */
export const createFairScheduler = ({
  maxRunning = Infinity,
  maxWaitMs = Infinity,
  nextTurn = onNextTurn,
}: FairSchedulerOptions = {}): FairScheduler => {
  const queue = createClientQueue();
  let hasStartedInTurn = false;
  let runningCount = 0;

  const startNext = (): void => {
    if (hasStartedInTurn || runningCount >= maxRunning) return;
    const nextWork = queue.take();
    if (nextWork === null) return;
    hasStartedInTurn = true;
    nextTurn(() => {
      hasStartedInTurn = false;
      startNext();
    });
    nextWork.start();
  };
  const runCounted = async (start: ScheduledWork['start']): Promise<void> => {
    runningCount += 1;
    try {
      await start();
    } finally {
      runningCount -= 1;
      startNext();
    }
  };
  const add: FairScheduler['add'] = (client, { isAbandoned = () => false, start }) => {
    queue.add(client, { isAbandoned, start: () => void runCounted(start) });
    startNext();
  };

  /** Waits for a turn. The job counts as running until `whenFinished` resolves. */
  const waitForTurn = (client: TurnClient, whenFinished: Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      let isLate = false;
      const lateTimer =
        maxWaitMs === Infinity
          ? undefined
          : setTimeout(() => {
              isLate = true;
              reject(new AppError('unavailable', { retryAfterMs: RETRY_AFTER_MS }));
            }, maxWaitMs);
      add(client, {
        isAbandoned: () => isLate,
        start() {
          clearTimeout(lateTimer);
          resolve();
          return whenFinished;
        },
      });
    });

  return {
    add,
    async run(client, job) {
      let finish = (): void => undefined;
      const whenFinished = new Promise<void>((resolve) => {
        finish = resolve;
      });
      await waitForTurn(client, whenFinished);
      // The turn may have come while somebody else's work ended. Here the asynchronous context is the caller's again.
      try {
        return await runForClient(client, job);
      } finally {
        finish();
      }
    },
  };
};
