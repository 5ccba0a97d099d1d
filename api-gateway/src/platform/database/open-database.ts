import { AsyncLocalStorage } from 'node:async_hooks';
import knexFactory from 'knex';
import type { Knex } from 'knex';
// Browser tests import this file as an ES module, for which the kind of the file has to be named.
import texts from '../../../locales/de.json' with { type: 'json' };
import { createAmbientTransaction, writeAlone } from './ambient-transaction';
import type { OpenWriteTransaction, WriteResult } from './ambient-transaction';
import { appendChanges } from './change-log';
import { poolOf } from './connection-pool';
import type { ConnectionPool } from './connection-pool';
import type { AppendedWrite } from './change-log';
import type { Connection, Database } from './database';
import type { DatabaseDialect } from './database-dialect';
import { AppError, StartRefusedError } from '../errors';
import { fillText } from '../escape';
import { createFairScheduler } from '../fair-scheduler';
import { refuseMovedDatabase } from './moved-database';
import { idleTracer, runSpan } from '../tracing';
import type { Tracer } from '../tracing';
import { setRunAtOnce } from './statement';
import { createTransactionScope, createWithLock, unavailableErrorOf } from './write-lock';

export type { OpenWriteTransaction } from './ambient-transaction';

/** A migration of the database's schema. `name` identifies it permanently and determines the sequence. */
export interface Migration {
  readonly name: string;
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}

// Passes the migrations to knex as a list instead of a folder, because the gateway runs from one bundle.
const migrationSourceOf = (migrations: readonly Migration[]): Knex.MigrationSource<Migration> => ({
  getMigrations: async () => [...migrations],
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => migration,
});

/**
 * Runs pending migrations in the caller's transaction, so that a killed process leaves neither a partial schema nor a
 * stuck lock.
 */
export const migrateUp = async (trx: Knex.Transaction, migrations: readonly Migration[]): Promise<void> => {
  await trx.migrate.latest({ migrationSource: migrationSourceOf(migrations) });
};

/** Returns the names of the migrations that have run, in their sequence; none for a new database. */
export const readMigrationNames = async (knex: Knex): Promise<string[]> =>
  (await knex.schema.hasTable('knex_migrations'))
    ? (await knex<{ name: string }>('knex_migrations').orderBy('id').select('name')).map(({ name }) => name)
    : [];

/** Returns the version of a schema: the number of the latest migration, like `060`. */
export const schemaOf = (migrationNames: readonly string[]): string =>
  (migrationNames.toSorted().at(-1) ?? '').split('-')[0] ?? '';

/**
 * Returns the names of migrations that have run but that this release doesn't have: a newer release has used the
 * database.
 */
export const findUnknownMigrations = (
  migrationNames: readonly string[],
  migrations: readonly { readonly name: string }[],
): string[] => {
  const ownNames = new Set(migrations.map(({ name }) => name));
  return migrationNames.filter((name) => !ownNames.has(name));
};

/**
 * Compares this release's migrations with those that have run: `pending` lists the names of migrations that haven't run
 * yet, `unknown` those of migrations of a newer release.
 */
export const compareMigrations = async (
  knex: Knex,
  migrations: readonly Migration[],
): Promise<{ readonly pending: readonly string[]; readonly unknown: readonly string[] }> => {
  const migrationNames = await readMigrationNames(knex);
  return {
    pending: migrations.map(({ name }) => name).filter((name) => !migrationNames.includes(name)),
    unknown: findUnknownMigrations(migrationNames, migrations),
  };
};

const refuseNewerDatabase = async (trx: Knex.Transaction, migrations: readonly Migration[]): Promise<void> => {
  const migrationNames = await readMigrationNames(trx);
  if (findUnknownMigrations(migrationNames, migrations).length > 0)
    throw new StartRefusedError(fillText(texts.databaseNewer, { schema: schemaOf(migrationNames) }));
};

/** Checks whether every migration of this release has run. */
export const isMigrated = async (knex: Knex, migrations: readonly Migration[]): Promise<boolean> =>
  (await compareMigrations(knex, migrations)).pending.length === 0;

/** The database, with operations that only the platform and the composition root need. */
export interface OpenDatabase extends Database {
  readonly knex: Knex;
  write<T>(work: (tx: OpenWriteTransaction) => Promise<T>): Promise<T>;
  read<T>(work: (knex: Knex) => Promise<T>): Promise<T>;
  /**
   * Runs pending migrations in one transaction, so that either all or none of them take effect. Throws
   * `StartRefusedError` for a database that was moved, or whose move isn't done, and for one of a newer release.
   */
  migrate(migrations: readonly Migration[]): Promise<void>;
  /**
   * Adds a function that is called after each commit of this process with the changes that were appended to the change
   * log.
   */
  onCommit(commitListener: (write: AppendedWrite) => void): void;
  /**
   * Runs `work` in one transaction. All its reads and writes through this database, also those through `knex`, belong
   * to the transaction and commit together or not at all.
   */
  writeInTransaction<T>(work: (knex: Knex.Transaction) => Promise<T>): Promise<T>;
  /**
   * Checks whether the running code is inside a write, which blocks other writers, or inside a read, which occupies a
   * connection.
   */
  isInTransaction(): boolean;
  /**
   * Runs `work`, each of whose writes first runs `guard` in its own transaction. A write whose guard throws commits
   * nothing. So a job writes nothing after another process has taken its lease over.
   */
  guardWrites<T>(guard: WriteGuard, work: () => Promise<T>): Promise<T>;
  /** Checks whether an error will make the running write run again, so that nobody needs to handle or log it. */
  runsAgainAfter(error: unknown): boolean;
  /** Checks whether the last write of this process failed because the database's disk is full. */
  isDiskFull(): boolean;
  /** Pools of connections by their use, for metrics. */
  readonly pools: Readonly<Record<'reader' | 'writer', ConnectionPool>>;
  /** Converts an error of a database that can't be reached to `unavailable`; returns other errors unchanged. */
  toAppError(error: unknown): unknown;
  close(): Promise<void>;
}

/** Throws when a write must not go on. */
type WriteGuard = (knex: Connection) => Promise<void>;

/** Work whose writes are checked by a guard before they commit. */
interface GuardedWork {
  readonly guard: WriteGuard;
  isOver: boolean;
}

const checkGuard = async (guardedWork: GuardedWork | undefined, connection: Connection): Promise<void> => {
  // Skips the guard for a job that the work has started and that runs longer: it writes in a run of its own.
  if (guardedWork?.isOver === false) await guardedWork.guard(connection);
};

export interface DatabaseDeps {
  readonly dialect: DatabaseDialect;
  readonly realNow: () => number;
  /**
   * Handles errors of work after a commit, because the write itself has succeeded. Without this handler the process
   * gets an uncaught error.
   */
  readonly onError?: (error: unknown) => void;
  /** Called when the disk of the database has become full, and when a write has succeeded again. */
  readonly onDiskFull?: (isFull: boolean) => void;
  /** Reports each write as a span. */
  readonly tracer?: Tracer;
}

/** Returns the number of costly reads that may run at once: half of the reading connections. */
const maxCostlyReadsOf = ({ reader }: DatabaseDialect): number => Math.max(1, Math.floor((reader.pool?.max ?? 1) / 2));

const throwUncaught = (error: unknown): void => {
  setImmediate(() => {
    throw error;
  });
};

/**
 * Opens the database. Some connections write (on SQLite one), and others read, so that reads and writes don't wait for
 * each other.
 */
export const openDatabase = ({
  dialect,
  realNow,
  onError = throwUncaught,
  onDiskFull = () => undefined,
  tracer = idleTracer,
}: DatabaseDeps): OpenDatabase => {
  const writerKnex = knexFactory(dialect.writer);
  const readerKnex = knexFactory(dialect.reader);
  setRunAtOnce(readerKnex, dialect.readAtOnce);
  const transactionScope = createTransactionScope();
  const { withLock, turnWaits } = createWithLock(writerKnex, dialect, transactionScope);
  const ambientTransactions = createAmbientTransaction(dialect.writeAtOnce);
  const writeGuards = new AsyncLocalStorage<GuardedWork>();
  const commitListeners: ((write: AppendedWrite) => void)[] = [];

  const runAfterCommit = (commitCallback: () => void): void => {
    try {
      commitCallback();
    } catch (error) {
      onError(error);
    }
  };

  let hasFullDisk = false;
  const setDiskFull = (isFull: boolean): void => {
    if (isFull !== hasFullDisk) onDiskFull(isFull);
    hasFullDisk = isFull;
  };
  const watchForFullDisk = async <T>(write: Promise<T>): Promise<T> => {
    try {
      const result = await write;
      setDiskFull(false);
      return result;
    } catch (error) {
      if (error instanceof AppError && dialect.isDiskFull(error.cause)) setDiskFull(true);
      throw error;
    }
  };

  const commitWork = async <T>(transactionWork: (trx: Knex.Transaction) => Promise<WriteResult<T>>): Promise<T> => {
    const {
      value,
      appended: appendedWrite,
      afterCommit,
    } = await runSpan(tracer, 'write', {
      kind: 'internal',
      attributes: { 'db.system.name': dialect.name === 'pg' ? 'postgresql' : 'sqlite' },
      work: () =>
        watchForFullDisk(
          withLock(dialect.lock, async (trx, tx) => {
            await checkGuard(writeGuards.getStore(), trx);
            const writeResult = await transactionWork(trx);
            return { ...writeResult, appended: await appendChanges(trx, { tx, at: realNow(), ops: writeResult.ops }) };
          }),
        ),
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
    // Runs reads in a transaction, so that rows and positions of topics are of the same instant.
    read: <T>(readWork: (knex: Knex) => Promise<T>) => {
      const ambientTransaction = ambientTransactions.current();
      if (ambientTransaction !== null) return readWork(ambientTransaction.trx);
      // Keeps the scope `write` inside a write, so that a further write inside this read is refused.
      return readerKnex
        .transaction((knex) =>
          transactionScope.current() === 'write'
            ? readWork(knex)
            : transactionScope.run({ kind: 'read' }, () => readWork(knex)),
        )
        .catch((error: unknown) => {
          throw unavailableErrorOf(error, dialect);
        });
    },
    costlyReads: createFairScheduler({ maxRunning: maxCostlyReadsOf(dialect) }),
    writeInTransaction: (work) => commitWork((trx) => ambientTransactions.run(trx, () => work(trx))),
    async guardWrites(guard, work) {
      const guardedWork = { guard, isOver: false };
      try {
        return await writeGuards.run(guardedWork, work);
      } finally {
        guardedWork.isOver = true;
      }
    },
    isInTransaction: () => transactionScope.current() !== null,
    runsAgainAfter: (error) => transactionScope.mayRunAgain() && dialect.isConflict(error),
    isDiskFull: () => hasFullDisk,
    // A write waits for its turn, and then gets a connection at once.
    pools: { reader: poolOf(readerKnex), writer: { ...poolOf(writerKnex), ...turnWaits } },
    toAppError: (error) => unavailableErrorOf(error, dialect),
    migrate: (migrations) =>
      withLock(dialect.lockForMigration, async (trx) => {
        await refuseMovedDatabase(trx);
        await refuseNewerDatabase(trx, migrations);
        await migrateUp(trx, migrations);
      }),
    onCommit: (commitListener) => void commitListeners.push(commitListener),
    async close() {
      dialect.close();
      await readerKnex.destroy();
      await writerKnex.destroy();
      // Disables the AsyncLocalStorage, because each one in use slows down every promise of the process.
      transactionScope.close();
      ambientTransactions.close();
      writeGuards.disable();
    },
  };
};
