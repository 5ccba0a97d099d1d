import type { Logger } from 'pino';
import type { Worker } from './types';

/** Work that is under way beside the requests. */
export interface RunningWorkers {
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

  const timer = setInterval(() => {
    running ??= runOnce();
  }, worker.everyMs);

  return {
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
    async stop() {
      await Promise.all(started.map((worker) => worker.stop()));
    },
  };
};
