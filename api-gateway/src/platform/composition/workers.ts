import type { Logger } from 'pino';
import { defaultRetention, pruneChangeLog } from '../database/change-log';
import type { Database } from '../database/database';
import { pruneIdempotency } from '../http/idempotency-rows';
import { pruneDeadJobs } from '../jobs/job-queue';
import type { Worker } from '../worker';

const tenMinutes = 10 * 60 * 1000;
const hour = 60 * 60 * 1000;

/** The platform's cleanup jobs: delete what is past its retention. */
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

/** Work that is under way beside the requests. */
export interface RunningWorkers {
  /**
   * Does at once whatever is due, and what that brings about; one that is under way is waited for and then runs once
   * more.
   */
  runAll(): Promise<void>;
  /** Something is due for the worker of that name: it runs at once, or once more behind the run that is under way. */
  wake(name: string): void;
  /** Starts nothing more and waits for what runs. */
  stop(): Promise<void>;
}

interface RunningWorker {
  readonly name: string;
  run(): Promise<void>;
  wake(): void;
  /** The run that is under way. */
  current(): Promise<void> | null;
  stop(): Promise<void>;
}

const start = (worker: Worker, log: Logger): RunningWorker => {
  let running: Promise<void> | null = null;
  let isWoken = false;
  const stopping = new AbortController();

  const runOnce = async (): Promise<void> => {
    try {
      do {
        isWoken = false;
        await worker.run(stopping.signal);
      } while (isWoken && !stopping.signal.aborted);
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
    name: worker.name,
    async run() {
      await running;
      await runUnlessRunning();
    },
    wake() {
      isWoken = true;
      if (!stopping.signal.aborted) void runUnlessRunning();
    },
    current: () => running,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
};

/** Runs each worker at its pace, never twice at once. */
export const startWorkers = (workers: readonly Worker[], log: Logger): RunningWorkers => {
  const started = workers.map((worker) => start(worker, log));

  /** Waits until no worker runs: one may wake another with its last write. */
  const becomeIdle = async (): Promise<void> => {
    for (;;) {
      const busy = started.flatMap((worker) => worker.current() ?? []);
      if (busy.length === 0) return;
      await Promise.all(busy);
    }
  };

  return {
    // One after the other: what one writes another may have to send.
    async runAll() {
      for (const worker of started) await worker.run();
      await becomeIdle();
    },
    wake: (name) => started.find((worker) => worker.name === name)?.wake(),
    async stop() {
      await Promise.all(started.map((worker) => worker.stop()));
    },
  };
};
