import type { Logger } from 'pino';
import { defaultRetention, pruneChangeLog } from '../database/change-log';
import type { Database } from '../database/database';
import { isReportedError, LeaseLostError } from '../errors';
import { pruneIdempotency } from '../http/idempotency-rows';
import { pruneDeadJobs } from '../jobs/job-queue';
import type { PeriodicJob } from '../jobs/periodic-jobs';
import type { Worker } from '../worker';

const tenMinutesMs = 10 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** Creates the platform's cleanup jobs, which delete expired data. */
export const createCleanupJobs = ({
  database,
  realNow,
}: {
  database: Database;
  realNow: () => number;
}): readonly PeriodicJob[] => [
  {
    name: 'change-log',
    everyMs: tenMinutesMs,
    clock: 'real',
    run: () => pruneChangeLog(database, { retention: defaultRetention, realNow: realNow() }),
  },
  {
    name: 'idempotency',
    everyMs: HOUR_MS,
    clock: 'real',
    run: () => database.write((tx) => pruneIdempotency(tx.knex, realNow())),
  },
  { name: 'dead-jobs', everyMs: HOUR_MS, clock: 'real', run: () => pruneDeadJobs(database, realNow()) },
];

/** Functions that control the started workers. */
export interface RunningWorkers {
  /**
   * Runs every worker once, one after the other, and waits until no worker runs. A worker that is already running is
   * awaited and then runs once more.
   */
  runAll(): Promise<void>;
  /** Runs the worker of that name now, or once more after its present run. */
  wake(name: string): void;
  /** Stops the workers: starts no more runs and waits until the present runs have ended. */
  stop(): Promise<void>;
}

interface RunningWorker {
  readonly name: string;
  run(): Promise<void>;
  wake(): void;
  /** Returns the worker's run in progress; null while the worker is idle. */
  currentRun(): Promise<void> | null;
  stop(): Promise<void>;
}

const startWorker = (worker: Worker, logger: Logger): RunningWorker => {
  let activeRun: Promise<void> | null = null;
  let hasWakeRequest = false;
  const stopController = new AbortController();

  const runOnce = async (): Promise<void> => {
    try {
      do {
        hasWakeRequest = false;
        await worker.run(stopController.signal);
      } while (hasWakeRequest && !stopController.signal.aborted);
    } catch (error) {
      if (error instanceof LeaseLostError) logger.warn({ worker: worker.name }, 'another gateway has taken over a run');
      // The error is only logged, because the next run tries again.
      else if (!isReportedError(error)) logger.error({ err: error, worker: worker.name }, 'worker failed');
    } finally {
      activeRun = null;
    }
  };

  const runUnlessRunning = (): Promise<void> => (activeRun ??= runOnce());

  const runTimer = setInterval(() => void runUnlessRunning(), worker.everyMs);

  return {
    name: worker.name,
    async run() {
      await activeRun;
      await runUnlessRunning();
    },
    wake() {
      hasWakeRequest = true;
      if (!stopController.signal.aborted) void runUnlessRunning();
    },
    currentRun: () => activeRun,
    async stop() {
      stopController.abort();
      clearInterval(runTimer);
      await activeRun;
    },
  };
};

/** Starts the workers. Each one runs at its own interval, and never twice at the same time. */
export const startWorkers = (workers: readonly Worker[], logger: Logger): RunningWorkers => {
  const startedWorkers = workers.map((worker) => startWorker(worker, logger));

  /** Waits until no worker runs, repeatedly: a worker may start another one by its last write. */
  const waitUntilIdle = async (): Promise<void> => {
    for (;;) {
      const runsInProgress = startedWorkers.flatMap((worker) => worker.currentRun() ?? []);
      if (runsInProgress.length === 0) return;
      await Promise.all(runsInProgress);
    }
  };

  return {
    // Runs the workers one after the other, because a later worker may have to send data that an earlier one writes.
    async runAll() {
      for (const worker of startedWorkers) await worker.run();
      await waitUntilIdle();
    },
    wake: (workerName) => startedWorkers.find((worker) => worker.name === workerName)?.wake(),
    async stop() {
      await Promise.all(startedWorkers.map((worker) => worker.stop()));
    },
  };
};
