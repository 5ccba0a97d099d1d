import type { Logger } from 'pino';
import { defaultRetention, pruneChangeLog } from './database/change-log';
import { pruneIdempotency } from './http/idempotency';
import type { Database, Worker } from './types';

const tenMinutes = 10 * 60 * 1000;
const hour = 60 * 60 * 1000;

/** The platform's cleanup jobs: delete what is past its retention. */
export const createCleanupJobs = ({ database, realNow }: { database: Database; realNow: () => number }): readonly Worker[] => [
  { name: 'change-log', everyMs: tenMinutes, run: () => pruneChangeLog(database, { retention: defaultRetention, realNow: realNow() }) },
  { name: 'idempotency', everyMs: hour, run: () => database.write((tx) => pruneIdempotency(tx.knex, realNow())) },
];

/** Work that is under way beside the requests. */
export interface RunningWorkers {
  /** Does at once whatever is due; one that is under way is waited for and then runs once more. */
  runAll(): Promise<void>;
  /** Starts nothing more and waits for what runs. */
  stop(): Promise<void>;
}

const start = (worker: Worker, log: Logger): RunningWorkers => {
  let running: Promise<void> | null = null;

  const runOnce = async (): Promise<void> => {
    try {
      await worker.run();
    } catch (error) {
      // The next round tries again; until then the log is where it shows.
      log.error({ err: error, worker: worker.name }, 'worker failed');
    } finally {
      running = null;
    }
  };

  const runUnlessRunning = (): Promise<void> => (running ??= runOnce());

  const timer = setInterval(() => void runUnlessRunning(), worker.everyMs);

  return {
    async runAll() {
      await running;
      await runUnlessRunning();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
};

/** Runs each worker at its pace, never twice at once. */
export const startWorkers = (workers: readonly Worker[], log: Logger): RunningWorkers => {
  const started = workers.map((worker) => start(worker, log));
  return {
    // One after the other: what one writes another may have to send.
    async runAll() {
      for (const worker of started) await worker.runAll();
    },
    async stop() {
      await Promise.all(started.map((worker) => worker.stop()));
    },
  };
};
