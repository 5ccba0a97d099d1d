import type { Logger } from 'pino';
import { defaultRetention, pruneChangeLog } from '../database/change-log';
import type { Database } from '../database/database';
import { pruneIdempotency } from '../http/idempotency-rows';
import { pruneDeadJobs } from '../jobs/job-queue';
import type { Worker } from '../worker';

const tenMinutes = 10 * 60 * 1000;
const hour = 60 * 60 * 1000;

/** Creates the platform's cleanup jobs, which delete expired data. */
export const createCleanupJobs = ({
  database,
  realNow,
}: {
  database: Database;
  realNow: () => number;
}): readonly Worker[] => [
  {
    name: 'change-log',
    everyMs: tenMinutes,
    run: () => pruneChangeLog(database, { retention: defaultRetention, realNow: realNow() }),
  },
  { name: 'idempotency', everyMs: hour, run: () => database.write((tx) => pruneIdempotency(tx.knex, realNow())) },
  { name: 'dead-jobs', everyMs: hour, run: () => pruneDeadJobs(database, realNow()) },
];

/** Operations on the started workers. */
export interface RunningWorkers {
  /**
   * Runs every worker once, one after the other, and waits until no worker runs. A worker that is already running is
   * awaited and then runs once more.
   */
  runAll(): Promise<void>;
  /** Runs the worker of that name at once, or again after its present run. */
  wake(name: string): void;
  /** Starts no more runs and waits until the present runs have ended. */
  stop(): Promise<void>;
}

interface RunningWorker {
  readonly name: string;
  run(): Promise<void>;
  wake(): void;
  /** The run in progress; null while the worker is idle. */
  current(): Promise<void> | null;
  stop(): Promise<void>;
}

const startWorker = (worker: Worker, log: Logger): RunningWorker => {
  let runningJob: Promise<void> | null = null;
  let isWoken = false;
  const stopController = new AbortController();

  const runOnce = async (): Promise<void> => {
    try {
      do {
        isWoken = false;
        await worker.run(stopController.signal);
      } while (isWoken && !stopController.signal.aborted);
    } catch (error) {
      // The error is only logged, because the next run tries again.
      log.error({ err: error, worker: worker.name }, 'worker failed');
    } finally {
      runningJob = null;
    }
  };

  const runUnlessRunning = (): Promise<void> => (runningJob ??= runOnce());

  const timer = setInterval(() => void runUnlessRunning(), worker.everyMs);

  return {
    name: worker.name,
    async run() {
      await runningJob;
      await runUnlessRunning();
    },
    wake() {
      isWoken = true;
      if (!stopController.signal.aborted) void runUnlessRunning();
    },
    current: () => runningJob,
    async stop() {
      stopController.abort();
      clearInterval(timer);
      await runningJob;
    },
  };
};

/** Starts the workers. Each one runs at its own interval, and never twice at the same time. */
export const startWorkers = (workers: readonly Worker[], log: Logger): RunningWorkers => {
  const startedWorkers = workers.map((worker) => startWorker(worker, log));

  /** Waits until no worker runs. A worker may wake another one with its last write. */
  const becomeIdle = async (): Promise<void> => {
    for (;;) {
      const busy = startedWorkers.flatMap((worker) => worker.current() ?? []);
      if (busy.length === 0) return;
      await Promise.all(busy);
    }
  };

  return {
    // The workers run one after the other, because a later worker may have to send data that an earlier one writes.
    async runAll() {
      for (const worker of startedWorkers) await worker.run();
      await becomeIdle();
    },
    wake: (name) => startedWorkers.find((worker) => worker.name === name)?.wake(),
    async stop() {
      await Promise.all(startedWorkers.map((worker) => worker.stop()));
    },
  };
};
