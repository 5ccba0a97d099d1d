import { sql } from './statement';
import type { RunAtOnce } from './statement';

/** Milliseconds without a commit after which the database counts as quiet. */
export const QUIET_MS = 25;

/** Number of WAL pages above which they are copied to the database in a quiet moment. */
export const QUIET_PAGES = 500;

/**
 * Number of WAL pages above which the commit itself copies them, for a database that is never quiet. SQLite does the
 * same from 1,000 pages on.
 */
export const BUSY_PAGES = 2_000;

interface LogState {
  /** Pages in the WAL. */
  readonly log: number;
  /** Pages of the WAL that the database file already contains. */
  readonly checkpointed: number;
}

/** Copies the WAL to the database between writes, so that no write waits for it. */
export interface Checkpoints {
  /** Must be called after each commit. Later errors go to `onError`, because the write has succeeded. */
  onCommitted(onError: (error: unknown) => void): void;
  /** Stops for good. Later commits start nothing. */
  stop(): void;
}

/** Creates checkpoints. `run` uses a connection other than the writing one. */
export const createCheckpoints = (run: RunAtOnce): Checkpoints => {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let reportError: (error: unknown) => void = () => undefined;
  const copyFrames = (): void => {
    const [state] = run<LogState>(sql`pragma wal_checkpoint(NOOP)`);
    if (state !== undefined && state.log - state.checkpointed > QUIET_PAGES) run(sql`pragma wal_checkpoint(PASSIVE)`);
  };
  const tryToCopy = (): void => {
    try {
      copyFrames();
    } catch (error) {
      reportError(error);
    }
  };
  return {
    onCommitted(onError) {
      if (isStopped) return;
      reportError = onError;
      // Each commit restarts the wait.
      timer ??= setTimeout(tryToCopy, QUIET_MS).unref();
      timer.refresh();
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
};
