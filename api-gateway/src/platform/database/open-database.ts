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
export interface Dialect {
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
  /** Must be called after each commit of this process. Errors of the copying that follows go to `onError`. */
  committed(onError: (error: unknown) => void): void;
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
  const rows = await knex<{ name: string }>('knex_migrations').select('name');
  const appliedNames = new Set(rows.map((row) => row.name));
  return migrations.every((migration) => appliedNames.has(migration.name));
};

const giveUpAfterMs = 5000;
const longestPauseMs = 12;

type Lock<L> = (trx: Knex.Transaction) => Promise<L>;
type LockedWork<L, T> = (trx: Knex.Transaction, lockValue: L) => Promise<T>;

type TransactionKind = 'read' | 'write';

/**
 * Tracks the transaction in which the running code executes. Work that is started but not awaited keeps this context;
 * after the end of the transaction, `current` returns null for it.
 */
const createTransactionScope = () => {
  const scopeStorage = new AsyncLocalStorage<{ readonly kind: TransactionKind; isOver: boolean }>();

  const currentKind = (): TransactionKind | null => {
    const activeScope = scopeStorage.getStore();
    return activeScope === undefined || activeScope.isOver ? null : activeScope.kind;
  };

  return {
    current: currentKind,
    async run<T>(kind: TransactionKind, work: () => Promise<T>): Promise<T> {
      const ownScope = { kind, isOver: false };
      try {
        return await scopeStorage.run(ownScope, work);
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
const withRunAtOnce = async <T>(knex: Knex, run: RunAtOnce | null, work: () => Promise<T>): Promise<T> => {
  setRunAtOnce(knex, run);
  try {
    return await work();
  } finally {
    setRunAtOnce(knex, null);
  }
};

/**
 * Creates `withLock(lock, work)`, which runs a transaction and retries to take the lock without blocking the process.
 * Throws `unavailable` after five seconds without the lock.
 */
const createWithLock = (
  writer: Knex,
  { isLockBusy, writeAtOnce }: Pick<Dialect, 'isLockBusy' | 'writeAtOnce'>,
  scope: ReturnType<typeof createTransactionScope>,
) => {
  const attemptWork = async <L, T>(lock: Lock<L>, work: LockedWork<L, T>): Promise<{ value: T } | null> => {
    let isLocked = false;
    try {
      return await writer.transaction(async (trx) => {
        // The driver is synchronous, so awaiting it doesn't let the event loop turn. Without this turn, many writes in
        // a row would block everything else.
        await nextTurn();
        return withRunAtOnce(trx, writeAtOnce(), async () => {
          const lockValue = await lock(trx);
          isLocked = true;
          return { value: await scope.run('write', () => work(trx, lockValue)) };
        });
      });
    } catch (error) {
      if (!isLocked && isLockBusy(error)) return null;
      throw error;
    }
  };

  const withLock = async <L, T>(lock: Lock<L>, work: LockedWork<L, T>): Promise<T> => {
    // Without this error the inner write would wait for the outer one until the pool's timeout.
    if (scope.current() === 'write')
      throw new Error('A write must not begin inside another write: pass on the transaction');
    const startedAt = monotonicNow();
    for (;;) {
      const attemptResult = await attemptWork(lock, work);
      if (attemptResult !== null) return attemptResult.value;
      if (monotonicNow() - startedAt > giveUpAfterMs) throw new AppError('unavailable', { retryAfterMs: 1000 });
      await delay(1 + Math.random() * longestPauseMs);
    }
  };

  return withLock;
};

type WriteWork<T> = (tx: OpenWriteTransaction) => Promise<T>;

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
  record: (topic, op) => void pendingEffects.ops.push({ topic, op }),
  afterCommit: (work) => void pendingEffects.afterCommit.push(work),
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
  write<T>(work: WriteWork<T>): Promise<T>;
}

/** Lets code that knows nothing about the transaction read and write in it while the code runs inside `run`. */
const createAmbientTransaction = (writeAtOnce: Dialect['writeAtOnce']) => {
  const transactionStorage = new AsyncLocalStorage<SharedTransaction>();
  const nestedWriteStorage = new AsyncLocalStorage<{ isOver: boolean }>();

  const writeNested = async <T>(sharedTransaction: SharedTransaction, work: WriteWork<T>): Promise<T> => {
    if (nestedWriteStorage.getStore()?.isOver === false)
      throw new Error('A write must not begin inside another write: pass on the transaction');
    const pendingEffects = noPendingEffects();
    const nestedWrite = { isOver: false };
    try {
      // A savepoint undoes a nested write that fails, even when the caller catches the error.
      const value = await sharedTransaction.trx.transaction((knex) =>
        withRunAtOnce(knex, writeAtOnce(), () =>
          nestedWriteStorage.run(nestedWrite, () => work(writeTransactionOf(knex, pendingEffects))),
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
      return { trx: sharedTransaction.trx, write: (work) => writeNested(sharedTransaction, work) };
    },

    /** Runs work whose reads and writes all belong to `trx`. */
    async run<T>(trx: Knex.Transaction, work: () => Promise<T>): Promise<WriteResult<T>> {
      const sharedTransaction: SharedTransaction = { trx, ...noPendingEffects(), isOver: false };
      try {
        const value = await transactionStorage.run(sharedTransaction, work);
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
  /** Runs pending migrations, all or none. */
  migrate(migrations: readonly Migration[]): Promise<void>;
  /** Adds a listener. After each commit of this process that has appended changes, the listener gets them. */
  onCommit(listener: (write: AppendedWrite) => void): void;
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

const writeAlone = async <T>(trx: Knex.Transaction, work: WriteWork<T>): Promise<WriteResult<T>> => {
  const pendingEffects = noPendingEffects();
  return { ...pendingEffects, value: await work(writeTransactionOf(trx, pendingEffects)) };
};

export interface DatabaseDeps {
  readonly dialect: Dialect;
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
  const writer = knexFactory(dialect.writer);
  const reader = knexFactory(dialect.reader);
  setRunAtOnce(reader, dialect.readAtOnce);
  const scope = createTransactionScope();
  const withLock = createWithLock(writer, dialect, scope);
  const ambientTransactions = createAmbientTransaction(dialect.writeAtOnce);
  const listeners: ((write: AppendedWrite) => void)[] = [];

  const runAfterCommit = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      onError(error);
    }
  };

  const commit = async <T>(work: (trx: Knex.Transaction) => Promise<WriteResult<T>>): Promise<T> => {
    const {
      value,
      appended: appendedWrite,
      afterCommit,
    } = await withLock(dialect.lock, async (trx, tx) => {
      const writeResult = await work(trx);
      return { ...writeResult, appended: await appendChanges(trx, { tx, at: realNow(), ops: writeResult.ops }) };
    });
    dialect.committed(onError);
    if (appendedWrite !== null) for (const listener of listeners) runAfterCommit(() => listener(appendedWrite));
    afterCommit.forEach(runAfterCommit);
    return value;
  };

  return {
    get knex() {
      return ambientTransactions.current()?.trx ?? reader;
    },
    write: (work) => ambientTransactions.current()?.write(work) ?? commit((trx) => writeAlone(trx, work)),
    // Reads run in a transaction, so that rows and topic heads are of the same instant.
    read: <T>(work: (knex: Knex) => Promise<T>) => {
      const ambientTransaction = ambientTransactions.current();
      if (ambientTransaction !== null) return work(ambientTransaction.trx);
      // Inside a write, the scope stays `write`, so that a further write inside this read is refused.
      return reader.transaction((knex) =>
        scope.current() === 'write' ? work(knex) : scope.run('read', () => work(knex)),
      );
    },
    writeInTransaction: (work) => commit((trx) => ambientTransactions.run(trx, () => work(trx))),
    isInTransaction: () => scope.current() !== null,
    migrate: (migrations) => withLock(dialect.lockForMigration, (trx) => migrateUp(trx, migrations)),
    onCommit: (listener) => void listeners.push(listener),
    async close() {
      dialect.close();
      await reader.destroy();
      await writer.destroy();
      // Each AsyncLocalStorage in use slows down every promise of the process.
      scope.close();
      ambientTransactions.close();
    },
  };
};
