import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import knexFactory from 'knex';
import type { Knex } from 'knex';
import { monotonicNow } from '../clock';
import { AppError } from '../errors';
import { appendChanges } from './change-log';
import type { AppendedWrite, RecordedOp } from './change-log';
import type { Database, WriteTransaction } from './database';
import { setRunAtOnce } from './statement';
import type { RunAtOnce } from './statement';

/** Differences between the engines. All other SQL is the same on each of them. */
export interface DatabaseDialect {
  readonly name: string;
  /** knex settings: `writer` of the writing connection, `reader` of the reading ones. */
  readonly writer: Knex.Config;
  readonly reader: Knex.Config;
  /** Takes the write lock as the transaction's first statement. Returns the number of this write. */
  lock(trx: Knex.Transaction): Promise<string>;
  /** Takes the write lock before the platform's own tables exist. */
  lockForMigration(trx: Knex.Transaction): Promise<void>;
  /**
   * `writeAtOnce` returns a function that runs statements synchronously on the writing connection. `readAtOnce` does
   * the same on a connection that reads committed data. Both are null when the driver can't run synchronously.
   */
  writeAtOnce(): RunAtOnce | null;
  readonly readAtOnce: RunAtOnce | null;
  /**
   * Checks whether an error means that another process holds the write lock. The failed statement has written nothing,
   * so a retry is safe.
   */
  isLockBusy(error: unknown): boolean;
  /** Closes all resources except the pools of the writer and the readers. */
  close(): void;
}

/** A migration. `name` orders and identifies it permanently. */
export interface Migration {
  readonly name: string;
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}

// The migrations are an explicit list, not a scanned folder, because the gateway runs from one bundle.
const migrationSourceOf = (migrations: readonly Migration[]): Knex.MigrationSource<Migration> => ({
  getMigrations: async () => [...migrations],
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => migration,
});

/**
 * Runs pending migrations in the caller's transaction, so that a killed process leaves neither a partial schema nor a
 * stuck lock.
 */
const migrateUp = async (trx: Knex.Transaction, migrations: readonly Migration[]): Promise<void> => {
  await trx.migrate.latest({ migrationSource: migrationSourceOf(migrations) });
};

/** Checks whether every migration has run. */
export const isMigrated = async (knex: Knex, migrations: readonly Migration[]): Promise<boolean> => {
  const migrationRows = await knex<{ name: string }>('knex_migrations').select('name');
  const appliedNames = new Set(migrationRows.map((migrationRow) => migrationRow.name));
  return migrations.every((migration) => appliedNames.has(migration.name));
};

const giveUpAfterMs = 5000;
const longestPauseMs = 12;

type AcquireLock<L> = (trx: Knex.Transaction) => Promise<L>;
type LockedWork<L, T> = (trx: Knex.Transaction, lockValue: L) => Promise<T>;

type TransactionKind = 'read' | 'write';

/**
 * Tracks the transaction in which the running code executes. Work that is started but not awaited keeps this context;
 * after the end of the transaction, `current` returns null for it.
 */
const createTransactionScope = () => {
  const scopeStorage = new AsyncLocalStorage<{ readonly kind: TransactionKind; isOver: boolean }>();

  const currentTransactionKind = (): TransactionKind | null => {
    const activeScope = scopeStorage.getStore();
    return activeScope === undefined || activeScope.isOver ? null : activeScope.kind;
  };

  return {
    current: currentTransactionKind,
    async run<T>(transactionKind: TransactionKind, transactionWork: () => Promise<T>): Promise<T> {
      const ownScope = { kind: transactionKind, isOver: false };
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
const withRunAtOnce = async <T>(knex: Knex, runAtOnce: RunAtOnce | null, ambientWork: () => Promise<T>): Promise<T> => {
  setRunAtOnce(knex, runAtOnce);
  try {
    return await ambientWork();
  } finally {
    setRunAtOnce(knex, null);
  }
};

/**
 * Creates `withLock(lock, work)`, which runs a transaction and retries to take the lock without blocking the process.
 * Throws `unavailable` after five seconds without the lock.
 */
const createWithLock = (
  writerKnex: Knex,
  { isLockBusy, writeAtOnce }: Pick<DatabaseDialect, 'isLockBusy' | 'writeAtOnce'>,
  transactionScope: ReturnType<typeof createTransactionScope>,
) => {
  const attemptWork = async <L, T>(
    acquireLock: AcquireLock<L>,
    lockedWork: LockedWork<L, T>,
  ): Promise<{ value: T } | null> => {
    let isLocked = false;
    try {
      return await writerKnex.transaction(async (trx) => {
        // The driver is synchronous, so awaiting it doesn't return to the event loop. Without this line, many writes in
        // a row would block everything else.
        await nextTurn();
        return withRunAtOnce(trx, writeAtOnce(), async () => {
          const lockValue = await acquireLock(trx);
          isLocked = true;
          return { value: await transactionScope.run('write', () => lockedWork(trx, lockValue)) };
        });
      });
    } catch (error) {
      if (!isLocked && isLockBusy(error)) return null;
      throw error;
    }
  };

  const withLock = async <L, T>(acquireLock: AcquireLock<L>, lockedWork: LockedWork<L, T>): Promise<T> => {
    // Without this error the inner write would wait for the outer one until the pool's timeout.
    if (transactionScope.current() === 'write')
      throw new Error('A write must not begin inside another write: pass on the transaction');
    const lockStartedAt = monotonicNow();
    for (;;) {
      const attemptResult = await attemptWork(acquireLock, lockedWork);
      if (attemptResult !== null) return attemptResult.value;
      if (monotonicNow() - lockStartedAt > giveUpAfterMs) throw new AppError('unavailable', { retryAfterMs: 1000 });
      await delay(1 + Math.random() * longestPauseMs);
    }
  };

  return withLock;
};

type TransactionWork<T> = (tx: OpenWriteTransaction) => Promise<T>;

/** Ops and callbacks of a write that take effect with its commit. */
interface PendingEffects {
  readonly ops: RecordedOp[];
  readonly afterCommit: (() => void)[];
}

type WriteResult<T> = PendingEffects & { readonly value: T };

const noPendingEffects = (): PendingEffects => ({ ops: [], afterCommit: [] });

/** Creates the write transaction for modules. The ops and callbacks of the modules go to `pendingEffects`. */
const writeTransactionOf = (knex: Knex.Transaction, pendingEffects: PendingEffects): OpenWriteTransaction => ({
  knex,
  record: (topicName, recordedOp) => void pendingEffects.ops.push({ topic: topicName, op: recordedOp }),
  afterCommit: (commitCallback) => void pendingEffects.afterCommit.push(commitCallback),
});

/** A transaction in which several separate reads and writes run. */
interface SharedTransaction extends PendingEffects {
  readonly trx: Knex.Transaction;
  isOver: boolean;
}

/** The shared transaction in which the running code executes. */
interface AmbientTransaction {
  readonly trx: Knex.Transaction;
  /**
   * Runs a write as part of the shared transaction. The write can fail alone; otherwise it commits together with the
   * transaction.
   */
  write<T>(work: TransactionWork<T>): Promise<T>;
}

/** Lets code that knows nothing about the transaction read and write in it while the code runs inside `run`. */
const createAmbientTransaction = (writeAtOnce: DatabaseDialect['writeAtOnce']) => {
  const transactionStorage = new AsyncLocalStorage<SharedTransaction>();
  const nestedWriteStorage = new AsyncLocalStorage<{ isOver: boolean }>();

  const writeNested = async <T>(sharedTransaction: SharedTransaction, writeWork: TransactionWork<T>): Promise<T> => {
    if (nestedWriteStorage.getStore()?.isOver === false)
      throw new Error('A write must not begin inside another write: pass on the transaction');
    const pendingEffects = noPendingEffects();
    const nestedWrite = { isOver: false };
    try {
      // A savepoint undoes a nested write that fails, even when the caller catches the error.
      const value = await sharedTransaction.trx.transaction((knex) =>
        withRunAtOnce(knex, writeAtOnce(), () =>
          nestedWriteStorage.run(nestedWrite, () => writeWork(writeTransactionOf(knex, pendingEffects))),
        ),
      );
      sharedTransaction.ops.push(...pendingEffects.ops);
      sharedTransaction.afterCommit.push(...pendingEffects.afterCommit);
      return value;
    } finally {
      nestedWrite.isOver = true;
    }
  };

  return {
    /** null without a shared transaction, and for unawaited work after the end of the transaction. */
    current(): AmbientTransaction | null {
      const sharedTransaction = transactionStorage.getStore();
      if (sharedTransaction === undefined || sharedTransaction.isOver) return null;
      return { trx: sharedTransaction.trx, write: (writeWork) => writeNested(sharedTransaction, writeWork) };
    },

    /** Runs work whose reads and writes all belong to `trx`. */
    async run<T>(trx: Knex.Transaction, ambientWork: () => Promise<T>): Promise<WriteResult<T>> {
      const sharedTransaction: SharedTransaction = { trx, ...noPendingEffects(), isOver: false };
      try {
        const value = await transactionStorage.run(sharedTransaction, ambientWork);
        return { value, ops: sharedTransaction.ops, afterCommit: sharedTransaction.afterCommit };
      } finally {
        sharedTransaction.isOver = true;
      }
    },

    close() {
      transactionStorage.disable();
      nestedWriteStorage.disable();
    },
  };
};

/** A write transaction with an open connection, for the platform and tests. */
export interface OpenWriteTransaction extends WriteTransaction {
  readonly knex: Knex.Transaction;
}

/** The database with operations that only the platform and the composition root need. */
export interface OpenDatabase extends Database {
  readonly knex: Knex;
  write<T>(work: (tx: OpenWriteTransaction) => Promise<T>): Promise<T>;
  read<T>(work: (knex: Knex) => Promise<T>): Promise<T>;
  /** Runs pending migrations in one transaction, so that either all or none of them take effect. */
  migrate(migrations: readonly Migration[]): Promise<void>;
  /** Adds a listener. After each commit of this process that has appended changes, the listener gets them. */
  onCommit(commitListener: (write: AppendedWrite) => void): void;
  /**
   * Runs `work` in one transaction: all its reads and writes through this database, also those through `knex`, commit
   * together or not at all.
   */
  writeInTransaction<T>(work: (knex: Knex.Transaction) => Promise<T>): Promise<T>;
  /**
   * Checks whether the running code is part of a write, which blocks other writers, or of a read, which occupies a
   * connection.
   */
  isInTransaction(): boolean;
  close(): Promise<void>;
}

const writeAlone = async <T>(trx: Knex.Transaction, writeWork: TransactionWork<T>): Promise<WriteResult<T>> => {
  const pendingEffects = noPendingEffects();
  return { ...pendingEffects, value: await writeWork(writeTransactionOf(trx, pendingEffects)) };
};

export interface DatabaseDeps {
  readonly dialect: DatabaseDialect;
  readonly realNow: () => number;
  /**
   * Handles errors of work after a commit, because the write itself has succeeded. Without this handler the errors are
   * uncaught.
   */
  readonly onError?: (error: unknown) => void;
}

const throwUncaught = (error: unknown): void => {
  setImmediate(() => {
    throw error;
  });
};

/**
 * Opens the database. One connection writes and the others read, so that reads and writes don't wait for each other.
 */
export const openDatabase = ({ dialect, realNow, onError = throwUncaught }: DatabaseDeps): OpenDatabase => {
  const writerKnex = knexFactory(dialect.writer);
  const readerKnex = knexFactory(dialect.reader);
  setRunAtOnce(readerKnex, dialect.readAtOnce);
  const transactionScope = createTransactionScope();
  const withLock = createWithLock(writerKnex, dialect, transactionScope);
  const ambientTransactions = createAmbientTransaction(dialect.writeAtOnce);
  const commitListeners: ((write: AppendedWrite) => void)[] = [];

  const runAfterCommit = (commitCallback: () => void): void => {
    try {
      commitCallback();
    } catch (error) {
      onError(error);
    }
  };

  const commitWork = async <T>(transactionWork: (trx: Knex.Transaction) => Promise<WriteResult<T>>): Promise<T> => {
    const {
      value,
      appended: appendedWrite,
      afterCommit,
    } = await withLock(dialect.lock, async (trx, tx) => {
      const writeResult = await transactionWork(trx);
      return { ...writeResult, appended: await appendChanges(trx, { tx, at: realNow(), ops: writeResult.ops }) };
    });
    if (appendedWrite !== null)
      for (const commitListener of commitListeners) runAfterCommit(() => commitListener(appendedWrite));
    afterCommit.forEach(runAfterCommit);
    return value;
  };

  return {
    get knex() {
      return ambientTransactions.current()?.trx ?? readerKnex;
    },
    write: (writeWork) =>
      ambientTransactions.current()?.write(writeWork) ?? commitWork((trx) => writeAlone(trx, writeWork)),
    // Reads run in a transaction, so that rows and topic heads are of the same instant.
    read: <T>(readWork: (knex: Knex) => Promise<T>) => {
      const ambientTransaction = ambientTransactions.current();
      if (ambientTransaction !== null) return readWork(ambientTransaction.trx);
      // Inside a write, the scope stays `write`, so that a further write inside this read is refused.
      return readerKnex.transaction((knex) =>
        transactionScope.current() === 'write' ? readWork(knex) : transactionScope.run('read', () => readWork(knex)),
      );
    },
    writeInTransaction: (work) => commitWork((trx) => ambientTransactions.run(trx, () => work(trx))),
    isInTransaction: () => transactionScope.current() !== null,
    migrate: (migrations) => withLock(dialect.lockForMigration, (trx) => migrateUp(trx, migrations)),
    onCommit: (commitListener) => void commitListeners.push(commitListener),
    async close() {
      dialect.close();
      await readerKnex.destroy();
      await writerKnex.destroy();
      // Each AsyncLocalStorage in use slows down every promise of the process.
      transactionScope.close();
      ambientTransactions.close();
    },
  };
};
