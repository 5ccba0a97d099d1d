import { sql } from './statement';
import type { RunAtOnce } from './statement';

/** Milliseconds without a commit after which the database counts as quiet. */
export const CHECKPOINT_QUIET_MS = 25;

/**
 * Number of pages in the write-ahead log (WAL) that are not copied to the database yet. If there are more pages, they
 * are copied after a short time without a commit.
 */
export const CHECKPOINT_QUIET_PAGES = 500;

/**
 * Number of WAL pages above which the commit itself copies them to the database. This happens only when the database is
 * never quiet. SQLite's own limit would be 1,000 pages.
 */
export const CHECKPOINT_BUSY_PAGES = 2_000;

interface WalState {
  /** Number of pages in the write-ahead log (WAL). */
  readonly log: number;
  /** Number of pages of the WAL that the database file already contains. */
  readonly checkpointed: number;
}

/** Copies the WAL to the database between writes, so that no write waits for it. */
export interface Checkpoints {
  /**
   * Must be called after each commit. Errors of the copying go to `onError`, because the write itself has succeeded.
   */
  onCommitted(onError: (error: unknown) => void): void;
  /** Stops all copying. Calls of `onCommitted` have no effect afterwards. */
  stop(): void;
}

/** Creates checkpoints. `runAtOnce` must use another connection than the writing one. */
export const createCheckpoints = (runAtOnce: RunAtOnce): Checkpoints => {
  let quietTimer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let reportError: (error: unknown) => void = () => undefined;
  const copyFrames = (): void => {
    const [walState] = runAtOnce<WalState>(sql`pragma wal_checkpoint(NOOP)`);
    if (walState !== undefined && walState.log - walState.checkpointed > CHECKPOINT_QUIET_PAGES)
      runAtOnce(sql`pragma wal_checkpoint(PASSIVE)`);
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
      // Each commit restarts the timer, so that the WAL is copied only after a short time without a commit.
      quietTimer ??= setTimeout(tryToCopy, CHECKPOINT_QUIET_MS).unref();
      quietTimer.refresh();
    },
    stop() {
      isStopped = true;
      if (quietTimer !== null) clearTimeout(quietTimer);
    },
  };
};
