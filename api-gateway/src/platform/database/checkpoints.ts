import { sql } from './statement';
import type { RunAtOnce } from './statement';

/** Without a commit for so long, nobody is likely to wait. */
export const QUIET_MS = 25;

/** What the log holds beyond this is copied to the database in a quiet moment. */
export const QUIET_PAGES = 500;

/**
 * What it holds beyond this is copied by the commit that reaches it, as SQLite does on its own from 1,000 on: where
 * nothing is ever quiet.
 */
export const BUSY_PAGES = 2_000;

interface LogState {
  /** Pages in the log. */
  readonly log: number;
  /** How many of them stand in the database as well. */
  readonly checkpointed: number;
}

/** Copies the log to the database between writes, so that none of them waits for it. */
export interface Checkpoints {
  /** To be told of each commit. What fails behind it goes to `onError`: the write counts. */
  committed(onError: (error: unknown) => void): void;
  /** For good: a write that ends afterwards begins nothing. */
  stop(): void;
}

/** `run`: on a connection beside the one that writes. */
export const createCheckpoints = (run: RunAtOnce): Checkpoints => {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let tell: (error: unknown) => void = () => undefined;
  const copy = (): void => {
    const [state] = run<LogState>(sql`pragma wal_checkpoint(NOOP)`);
    if (state !== undefined && state.log - state.checkpointed > QUIET_PAGES) run(sql`pragma wal_checkpoint(PASSIVE)`);
  };
  const tryToCopy = (): void => {
    try {
      copy();
    } catch (error) {
      tell(error);
    }
  };
  return {
    committed(onError) {
      if (isStopped) return;
      tell = onError;
      // Each commit begins the wait anew.
      timer ??= setTimeout(tryToCopy, QUIET_MS).unref();
      timer.refresh();
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
};
