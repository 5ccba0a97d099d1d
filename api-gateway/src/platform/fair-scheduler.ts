import { AsyncResource } from 'node:async_hooks';
import { setImmediate as onNextTurn } from 'node:timers';
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
  /** Runs a job that begins in a turn of the event loop of its own, and returns its result. */
  run<T>(client: TurnClient, job: () => Promise<T>): Promise<T>;
}

interface FairSchedulerOptions {
  /** Maximum number of jobs that run at once. */
  readonly maxRunning?: number;
  readonly nextTurn?: (run: () => void) => void;
}

/**
 * Creates the scheduler of many clients' work. When thousands of jobs arrive together, sockets, timers and other
 * clients are served in between.
 */
export const createFairScheduler = ({
  maxRunning = Infinity,
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

  return {
    add,
    run: (client, job) =>
      new Promise((resolve, reject) => {
        // The work of another client may start the job, which keeps its own context.
        const runInContext = AsyncResource.bind(job);
        // The promise settles with the job, so its failure is handled by the caller.
        add(client, { start: () => runInContext().then(resolve, reject) });
      }),
  };
};
