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

/** What differs from engine to engine; everything else is the same SQL on all of them. */
export interface Dialect {
  readonly name: string;
  /** knex settings of the one connection that writes, and of those that read. */
  readonly writer: Knex.Config;
  readonly reader: Knex.Config;
  /** Takes the write lock as the transaction's first statement and answers the number of this write. */
  lock(trx: Knex.Transaction): Promise<string>;
  /** Takes the write lock before the platform's own tables exist. */
  lockForMigration(trx: Knex.Transaction): Promise<void>;
  /**
   * Runs statements at once on the connection that writes, or on one that reads what is committed; null where the
   * driver can't.
   */
  writeAtOnce(): RunAtOnce | null;
  readonly readAtOnce: RunAtOnce | null;
  /** Told after each commit of this process; what fails behind it goes to `onError`. */
  committed(onError: (error: unknown) => void): void;
  /** Whether the lock is held by somebody else: nothing has happened yet, another try is safe. */
  isLockBusy(error: unknown): boolean;
  /** Lets go of whatever it holds beside the two pools. */
  close(): void;
}

/** One migration; `name` orders and identifies it for ever. */
export interface Migration {
  readonly name: string;
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}

// An explicit list instead of a folder scan, because the gateway runs from one bundle.
const sourceOf = (migrations: readonly Migration[]): Knex.MigrationSource<Migration> => ({
  getMigrations: async () => [...migrations],
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => migration,
});

/**
 * Runs what is pending inside the caller's transaction: a kill in the middle leaves neither half a schema nor a stuck
 * lock.
 */
const migrateUp = async (trx: Knex.Transaction, migrations: readonly Migration[]): Promise<void> => {
  await trx.migrate.latest({ migrationSource: sourceOf(migrations) });
};

/** Whether every migration has run. */
export const isMigrated = async (knex: Knex, migrations: readonly Migration[]): Promise<boolean> => {
  const rows = await knex<{ name: string }>('knex_migrations').select('name');
  const done = new Set(rows.map((row) => row.name));
  return migrations.every((migration) => done.has(migration.name));
};

const giveUpAfterMs = 5000;
const longestPauseMs = 12;

type Lock<L> = (trx: Knex.Transaction) => Promise<L>;
type LockedWork<L, T> = (trx: Knex.Transaction, locked: L) => Promise<T>;

type TransactionKind = 'read' | 'write';

/**
 * Knows which transaction whatever runs now is part of. What a work starts and nobody awaits still runs in its context
 * when it is over.
 */
const createTransactionScope = () => {
  const stays = new AsyncLocalStorage<{ readonly kind: TransactionKind; isOver: boolean }>();

  const current = (): TransactionKind | null => {
    const stay = stays.getStore();
    return stay === undefined || stay.isOver ? null : stay.kind;
  };

  return {
    current,
    async run<T>(kind: TransactionKind, work: () => Promise<T>): Promise<T> {
      const stay = { kind, isOver: false };
      try {
        return await stays.run(stay, work);
      } finally {
        stay.isOver = true;
      }
    },
    close: () => stays.disable(),
  };
};

/**
 * Has the statements of a transaction run at once while some work is under way: what it leaves running finds knex,
 * which refuses it.
 */
const atOnceWithin = async <T>(knex: Knex, run: RunAtOnce | null, work: () => Promise<T>): Promise<T> => {
  setRunAtOnce(knex, run);
  try {
    return await work();
  } finally {
    setRunAtOnce(knex, null);
  }
};

/**
 * `withLock(lock, work)` runs a transaction that waits for the lock between tries, so that the process goes on
 * meanwhile. Throws `unavailable` when the lock isn't had in five seconds.
 */
const createWithLock = (
  writer: Knex,
  { isLockBusy, writeAtOnce }: Pick<Dialect, 'isLockBusy' | 'writeAtOnce'>,
  scope: ReturnType<typeof createTransactionScope>,
) => {
  const attempt = async <L, T>(lock: Lock<L>, work: LockedWork<L, T>): Promise<{ value: T } | null> => {
    let isLocked = false;
    try {
      return await writer.transaction(async (trx) => {
        // The driver is synchronous and what waits for it goes on without a turn of the event loop: many writes in a
        // row would be one for everybody else.
        await nextTurn();
        return atOnceWithin(trx, writeAtOnce(), async () => {
          const locked = await lock(trx);
          isLocked = true;
          return { value: await scope.run('write', () => work(trx, locked)) };
        });
      });
    } catch (error) {
      if (!isLocked && isLockBusy(error)) return null;
      throw error;
    }
  };

  const withLock = async <L, T>(lock: Lock<L>, work: LockedWork<L, T>): Promise<T> => {
    // It would wait for itself until the pool gives up.
    if (scope.current() === 'write') throw new Error('a write must not begin inside another: hand the transaction on');
    const startedAt = monotonicNow();
    for (;;) {
      const done = await attempt(lock, work);
      if (done !== null) return done.value;
      if (monotonicNow() - startedAt > giveUpAfterMs) throw new AppError('unavailable', { retryAfterMs: 1000 });
      await delay(1 + Math.random() * longestPauseMs);
    }
  };

  return withLock;
};

type Work<T> = (tx: OpenWriteTransaction) => Promise<T>;

/** What a write leaves behind for its commit. */
interface Pending {
  readonly ops: RecordedOp[];
  readonly afterCommit: (() => void)[];
}

type Written<T> = Pending & { readonly value: T };

const nothingPending = (): Pending => ({ ops: [], afterCommit: [] });

/** The write transaction as modules see it, which leaves behind what they hand to it. */
const writeTransactionOf = (knex: Knex.Transaction, pending: Pending): OpenWriteTransaction => ({
  knex,
  record: (topic, op) => void pending.ops.push({ topic, op }),
  afterCommit: (work) => void pending.afterCommit.push(work),
});

/** One transaction that several reads and writes share. */
interface SharedTransaction extends Pending {
  readonly trx: Knex.Transaction;
  isOver: boolean;
}

/** The transaction that whatever runs now is part of. */
interface AmbientTransaction {
  readonly trx: Knex.Transaction;
  /** A part of it: fails alone, counts when the whole is committed. */
  write<T>(work: Work<T>): Promise<T>;
}

/** Lets code that knows nothing of it read and write in one transaction, as long as it runs inside `run`. */
const createAmbientTransaction = (writeAtOnce: Dialect['writeAtOnce']) => {
  const transactions = new AsyncLocalStorage<SharedTransaction>();
  const parts = new AsyncLocalStorage<{ isOver: boolean }>();

  const writePart = async <T>(shared: SharedTransaction, work: Work<T>): Promise<T> => {
    if (parts.getStore()?.isOver === false)
      throw new Error('a write must not begin inside another: hand the transaction on');
    const pending = nothingPending();
    const part = { isOver: false };
    try {
      // A savepoint: what throws and is caught by its caller leaves nothing.
      const value = await shared.trx.transaction((knex) =>
        atOnceWithin(knex, writeAtOnce(), () => parts.run(part, () => work(writeTransactionOf(knex, pending)))),
      );
      shared.ops.push(...pending.ops);
      shared.afterCommit.push(...pending.afterCommit);
      return value;
    } finally {
      part.isOver = true;
    }
  };

  return {
    /** null where nothing is shared, also for what a shared work left running. */
    current(): AmbientTransaction | null {
      const shared = transactions.getStore();
      if (shared === undefined || shared.isOver) return null;
      return { trx: shared.trx, write: (work) => writePart(shared, work) };
    },

    /** Runs some work whose reads and writes all belong to `trx`. */
    async run<T>(trx: Knex.Transaction, work: () => Promise<T>): Promise<Written<T>> {
      const shared: SharedTransaction = { trx, ...nothingPending(), isOver: false };
      try {
        const value = await transactions.run(shared, work);
        return { value, ops: shared.ops, afterCommit: shared.afterCommit };
      } finally {
        shared.isOver = true;
      }
    },

    close() {
      transactions.disable();
      parts.disable();
    },
  };
};

/** A write transaction with its connection open, as the platform and tests have it. */
export interface OpenWriteTransaction extends WriteTransaction {
  readonly knex: Knex.Transaction;
}

/** The database with what only the platform and the composition root need. */
export interface OpenDatabase extends Database {
  readonly knex: Knex;
  write<T>(work: (tx: OpenWriteTransaction) => Promise<T>): Promise<T>;
  read<T>(work: (knex: Knex) => Promise<T>): Promise<T>;
  /** Runs pending migrations, all or none. */
  migrate(migrations: readonly Migration[]): Promise<void>;
  /** Tells after each commit of this process what it has appended to the log, where it has. */
  onCommit(listener: (write: AppendedWrite) => void): void;
  /**
   * One transaction for all that `work` reads and writes through this database, its own `knex` included: all of it
   * counts or nothing.
   */
  writeInTransaction<T>(work: (knex: Knex.Transaction) => Promise<T>): Promise<T>;
  /**
   * Whether what runs now is part of a write, until whose end nobody else may write, or of a read, which keeps a
   * connection from the others.
   */
  isInTransaction(): boolean;
  close(): Promise<void>;
}

const writeAlone = async <T>(trx: Knex.Transaction, work: Work<T>): Promise<Written<T>> => {
  const pending = nothingPending();
  return { ...pending, value: await work(writeTransactionOf(trx, pending)) };
};

/** What a database is opened with. */
export interface DatabaseDeps {
  readonly dialect: Dialect;
  readonly realNow: () => number;
  /**
   * Gets what work after a commit throws: the write counts, and whoever made it is told so. Uncaught where nobody takes
   * it.
   */
  readonly onError?: (error: unknown) => void;
}

const throwUncaught = (error: unknown): void => {
  setImmediate(() => {
    throw error;
  });
};

/** Opens the database: one connection writes, others read, so that neither waits for the other. */
export const openDatabase = ({ dialect, realNow, onError = throwUncaught }: DatabaseDeps): OpenDatabase => {
  const writer = knexFactory(dialect.writer);
  const reader = knexFactory(dialect.reader);
  setRunAtOnce(reader, dialect.readAtOnce);
  const scope = createTransactionScope();
  const withLock = createWithLock(writer, dialect, scope);
  const ambient = createAmbientTransaction(dialect.writeAtOnce);
  const listeners: ((write: AppendedWrite) => void)[] = [];

  const runAfterCommit = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      onError(error);
    }
  };

  const commit = async <T>(work: (trx: Knex.Transaction) => Promise<Written<T>>): Promise<T> => {
    const { value, appended, afterCommit } = await withLock(dialect.lock, async (trx, tx) => {
      const written = await work(trx);
      return { ...written, appended: await appendChanges(trx, { tx, at: realNow(), ops: written.ops }) };
    });
    dialect.committed(onError);
    if (appended !== null) for (const listener of listeners) runAfterCommit(() => listener(appended));
    afterCommit.forEach(runAfterCommit);
    return value;
  };

  return {
    get knex() {
      return ambient.current()?.trx ?? reader;
    },
    write: (work) => ambient.current()?.write(work) ?? commit((trx) => writeAlone(trx, work)),
    // A transaction, so that rows and topic heads are of one instant.
    read: <T>(work: (knex: Knex) => Promise<T>) => {
      const open = ambient.current();
      if (open !== null) return work(open.trx);
      // Inside a write it is still that which counts.
      return reader.transaction((knex) =>
        scope.current() === 'write' ? work(knex) : scope.run('read', () => work(knex)),
      );
    },
    writeInTransaction: (work) => commit((trx) => ambient.run(trx, () => work(trx))),
    isInTransaction: () => scope.current() !== null,
    migrate: (migrations) => withLock(dialect.lockForMigration, (trx) => migrateUp(trx, migrations)),
    onCommit: (listener) => void listeners.push(listener),
    async close() {
      dialect.close();
      await reader.destroy();
      await writer.destroy();
      // Each store in use costs every promise of the process a little, for as long as it lives.
      scope.close();
      ambient.close();
    },
  };
};
