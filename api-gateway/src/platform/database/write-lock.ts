import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import { monotonicNow } from '../clock';
import { currentClient } from '../current-client';
import { AppError } from '../errors';
import { createFairScheduler } from '../fair-scheduler';
import { createConnectionWaits } from './connection-pool';
import type { DatabaseDialect } from './database-dialect';
import { setRunAtOnce } from './statement';
import type { RunAtOnce } from './statement';

const giveUpAfterMs = 5000;
/** Maximum milliseconds for which a write waits for its turn among the writes of all clients. */
const maxTurnWaitMs = 30_000;
const longestPauseMs = 12;

/** Real milliseconds after which a client may repeat a request for which the database was busy. */
const RETRY_AFTER_MS = 1000;

type AcquireLock<L> = (trx: Knex.Transaction, isAlone: boolean) => Promise<L>;
type LockedWork<L, T> = (trx: Knex.Transaction, lockValue: L) => Promise<T>;

type TransactionKind = 'read' | 'write';

interface TransactionScope {
  readonly kind: TransactionKind;
  readonly mayRunAgain: boolean;
  isOver: boolean;
}

/**
 * Tracks the transaction in which the running code executes. Work that is started but not awaited keeps this context;
 * after the end of the transaction, `current` returns null for it.
 */
export const createTransactionScope = () => {
  const scopeStorage = new AsyncLocalStorage<TransactionScope>();

  const currentScope = (): TransactionScope | null => {
    const activeScope = scopeStorage.getStore();
    return activeScope === undefined || activeScope.isOver ? null : activeScope;
  };

  return {
    current: (): TransactionKind | null => currentScope()?.kind ?? null,
    /** Checks whether the running code belongs to a write that may still run again after a conflict. */
    mayRunAgain: (): boolean => currentScope()?.mayRunAgain ?? false,
    async run<T>(
      { kind, mayRunAgain = false }: { readonly kind: TransactionKind; readonly mayRunAgain?: boolean },
      transactionWork: () => Promise<T>,
    ): Promise<T> {
      const ownScope: TransactionScope = { kind, mayRunAgain, isOver: false };
      try {
        return await scopeStorage.run(ownScope, transactionWork);
      } finally {
        ownScope.isOver = true;
      }
    },
    close: () => scopeStorage.disable(),
  };
};

/**
 * Lets a transaction's statements run synchronously while `work` runs. Statements of unawaited work run through knex
 * afterwards; knex refuses them, because the transaction has ended.
 */
export const withRunAtOnce = async <T>(
  knex: Knex,
  runAtOnce: RunAtOnce | null,
  ambientWork: () => Promise<T>,
): Promise<T> => {
  setRunAtOnce(knex, runAtOnce);
  try {
    return await ambientWork();
  } finally {
    setRunAtOnce(knex, null);
  }
};

/** Converts an error of a database that can't be reached to `unavailable`; returns other errors unchanged. */
export const unavailableErrorOf = (
  error: unknown,
  { isUnavailable, isDiskFull }: Pick<DatabaseDialect, 'isUnavailable' | 'isDiskFull'>,
): unknown =>
  isUnavailable(error)
    ? new AppError('unavailable', {
        cause: error,
        retryAfterMs: RETRY_AFTER_MS,
        // A full disk is logged once, and not for each write.
        isReported: isDiskFull(error),
      })
    : error;

type AttemptResult<T> = { readonly end: 'committed'; readonly value: T } | { readonly end: 'lockBusy' | 'conflict' };

/**
 * Creates the waits of writes for their turns, and `withLock(lock, work)`. It runs a transaction when it is its
 * client's turn, and retries to take the lock
 * without blocking the process. Work that met a conflict with another write runs a second time, alone. Throws
 * `unavailable` after five seconds without the lock.
 */
export const createWithLock = (
  writerKnex: Knex,
  dialect: DatabaseDialect,
  transactionScope: ReturnType<typeof createTransactionScope>,
) => {
  const attemptWork = async <L, T>(
    acquireLock: AcquireLock<L>,
    lockedWork: LockedWork<L, T>,
    isAlone: boolean,
  ): Promise<AttemptResult<T>> => {
    let isLocked = false;
    let conflictError: unknown = null;
    let workError: unknown = null;
    const noteWorkError = (error: unknown): never => {
      workError = error;
      throw error;
    };
    try {
      return await writerKnex.transaction(async (trx) => {
        // Watches the errors of statements, because the work may have caught them.
        trx.on('query-error', (error: unknown) => {
          if (dialect.isConflict(error)) conflictError ??= error;
        });
        return withRunAtOnce(trx, dialect.writeAtOnce(), async () => {
          const lockValue = await acquireLock(trx, isAlone);
          isLocked = true;
          const value = await transactionScope.run({ kind: 'write', mayRunAgain: !isAlone }, () =>
            lockedWork(trx, lockValue),
          );
          if (conflictError !== null && !isAlone) throw conflictError;
          await dialect.checkBeforeCommit(trx);
          return { end: 'committed' as const, value };
        }).catch(noteWorkError);
      });
    } catch (error) {
      if (!isLocked && dialect.isLockBusy(error)) return { end: 'lockBusy' };
      if (!isAlone && (conflictError !== null || dialect.isConflict(error))) return { end: 'conflict' };
      // Throws the first error: SQLite has rolled back by itself, so that knex's rollback fails with another error.
      throw unavailableErrorOf(dialect.isDiskFull(workError) ? workError : error, dialect);
    }
  };

  // A synchronous driver doesn't return to the event loop between two writes, so each begins in a turn of its own.
  const writeTurns = createFairScheduler({ maxRunning: dialect.writer.pool?.max ?? 1, maxWaitMs: maxTurnWaitMs });
  const turnWaits = createConnectionWaits();
  const runInTurn = async <T>(job: () => Promise<T>): Promise<T> => {
    const endWait = turnWaits.begin();
    try {
      return await writeTurns.run(currentClient(), () => {
        endWait();
        return job();
      });
    } finally {
      endWait();
    }
  };

  const withLock = async <L, T>(acquireLock: AcquireLock<L>, lockedWork: LockedWork<L, T>): Promise<T> => {
    // Refuses a write inside a write, because it would wait for the outer one until the pool's timeout.
    if (transactionScope.current() === 'write')
      throw new Error('A write must not begin inside another write: pass on the transaction');
    const lockStartedAt = monotonicNow();
    let isAlone = false;
    for (;;) {
      const attempt = await runInTurn(() => attemptWork(acquireLock, lockedWork, isAlone));
      if (attempt.end === 'committed') return attempt.value;
      if (attempt.end === 'conflict') isAlone = true;
      else if (monotonicNow() - lockStartedAt > giveUpAfterMs)
        throw new AppError('unavailable', { retryAfterMs: RETRY_AFTER_MS });
      else await delay(1 + Math.random() * longestPauseMs);
    }
  };

  return { withLock, turnWaits };
};
