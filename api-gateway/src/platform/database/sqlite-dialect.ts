import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { Database as AsynchronousConnection } from 'sqlite3';
import type { SqliteConfig } from '../config/database-config';
import { errorCodeOf } from '../errors';
import type { DatabaseDialect } from './database-dialect';
import { query, sql } from './statement';
import type { RunAtOnce, Statement } from './statement';
import { pauseLongWork } from '../time-slices';

const busyTimeoutMs = 5000;
const READER_COUNT = 8;

// Settings (pragmas) of each SQLite connection. The timeout must come first, because switching to WAL may have to wait
// for another process.
const connectionPragmas = [
  `busy_timeout = ${busyTimeoutMs}`,
  'journal_mode = WAL',
  'foreign_keys = ON',
  'synchronous = FULL',
];

type PrepareCallback<C> = (error: Error | null, connection: C) => void;

/** A separate SQLite connection that never writes. */
interface SideReader {
  /** Runs a statement synchronously; null when the driver can't. */
  readonly run: RunAtOnce | null;
  close(): void;
}

/** Differences between the two SQLite drivers. */
interface DriverDialect {
  /**
   * Creates the function that knex calls for each new connection. The function sets the pragmas. `onRunnerReady` gets
   * the function that runs statements synchronously on the newest connection, if the driver can do this. Without
   * `onRunnerReady`, the connection only reads.
   */
  prepare(extraPragmas: readonly string[], onRunnerReady?: (run: RunAtOnce) => void): Knex.PoolConfig['afterCreate'];
  createSideReader(filename: string): SideReader;
}

/** Number of compiled statements that a connection caches; the product has fewer different ones. */
const MAX_CACHED_STATEMENTS = 500;

// Checks for pragmas. They are compiled each time, because some take effect when SQLite compiles them.
const isPragma = (sql: string): boolean => /^\s*pragma\b/i.test(sql);

const beginsTransaction = (sql: string): boolean => /^\s*begin\b/i.test(sql);

// These statements change the schema, so compiled statements may become invalid.
const changesTables = (sql: string): boolean => /^\s*(?:alter|create|drop)\b/i.test(sql);

/**
 * Caches compiled statements of a connection. Without this cache knex compiles each query anew, which took a tenth of
 * the gateway's time.
 */
const cacheStatements = (connection: BetterSqlite.Database): void => {
  const compileStatement = connection.prepare.bind(connection);
  const statements = new LRUCache<string, BetterSqlite.Statement>({ max: MAX_CACHED_STATEMENTS });
  const prepare = (sql: string): BetterSqlite.Statement => {
    if (changesTables(sql)) statements.clear();
    if (isPragma(sql) || changesTables(sql)) return compileStatement(sql);
    const cachedStatement = statements.get(sql);
    const statement = cachedStatement === undefined || cachedStatement.busy ? compileStatement(sql) : cachedStatement;
    statements.set(sql, statement);
    return statement;
  };
  Object.defineProperty(connection, 'prepare', { value: prepare, configurable: true });
};

/**
 * Lets other work run between the reads of one request: knex awaits the rows, and the driver, which reads
 * synchronously, would keep the event loop until the last read. Statements that write remain synchronous.
 */
const readInTurns = (connection: BetterSqlite.Database): void => {
  const prepare = connection.prepare.bind(connection);
  // The first read of a transaction follows its request, which has waited for a turn.
  let isFirstRead = false;
  const prepareToRead = (sql: string) => {
    const statement = prepare(sql);
    if (beginsTransaction(sql)) isFirstRead = true;
    if (!statement.reader) return statement;
    const mayReadAtOnce = isFirstRead && connection.inTransaction;
    isFirstRead = false;
    return {
      reader: true,
      async all(...values: unknown[]) {
        if (!mayReadAtOnce) await pauseLongWork();
        return statement.all(...values);
      },
    };
  };
  Object.defineProperty(connection, 'prepare', { value: prepareToRead });
};

const runAtOnce =
  (connection: BetterSqlite.Database): RunAtOnce =>
  <Row>({ text, values }: Statement): Row[] => {
    const statement = connection.prepare<unknown[], Row>(text);
    // Converts true to 1 and false to 0, because SQLite has no boolean type.
    const boundValues = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    if (statement.reader) return statement.all(...boundValues);
    statement.run(...boundValues);
    return [];
  };

const openSideReader = (filename: string) => {
  const connection = new BetterSqlite(filename, { fileMustExist: true });
  for (const pragmaText of [...connectionPragmas, 'query_only = ON']) connection.pragma(pragmaText);
  cacheStatements(connection);
  return { connection, run: runAtOnce(connection) };
};

const createSideReader = (filename: string): SideReader => {
  let sideReader: ReturnType<typeof openSideReader> | null = null;
  // Opens the connection at its first use, because the database file may not exist earlier.
  const run: RunAtOnce = (statement) => (sideReader ??= openSideReader(filename)).run(statement);
  return {
    run,
    close() {
      sideReader?.connection.close();
      sideReader = null;
    },
  };
};

const synchronousDialect: DriverDialect = {
  prepare:
    (extraPragmas, onRunnerReady) =>
    (connection: BetterSqlite.Database, onPrepared: PrepareCallback<BetterSqlite.Database>): void => {
      for (const pragmaText of [...connectionPragmas, ...extraPragmas]) connection.pragma(pragmaText);
      cacheStatements(connection);
      if (onRunnerReady === undefined) readInTurns(connection);
      else onRunnerReady(runAtOnce(connection));
      onPrepared(null, connection);
    },
  createSideReader,
};

const asynchronousDialect: DriverDialect = {
  prepare:
    (extraPragmas) =>
    (connection: AsynchronousConnection, onPrepared: PrepareCallback<AsynchronousConnection>): void => {
      // Makes statements of a transaction run one after the other: otherwise they would run on several threads and
      // might outlast the transaction.
      connection.serialize();
      connection.exec(
        [...connectionPragmas, ...extraPragmas].map((pragmaText) => `pragma ${pragmaText};`).join(' '),
        (error) => onPrepared(error, connection),
      );
    },
  // This driver can't run statements synchronously. The other driver must not be used instead: two copies of SQLite in
  // one process release each other's file locks.
  createSideReader: () => ({ run: null, close: () => undefined }),
};

const driverDialects: Readonly<Record<SqliteConfig['driver'], DriverDialect>> = {
  'better-sqlite3': synchronousDialect,
  sqlite3: asynchronousDialect,
};

// Builds the settings of knex, which loads only the driver that `client` names.
const knexConfigOf = (
  { file, driver }: SqliteConfig,
  {
    max,
    extra: extraPragmas,
    onRunner,
  }: { readonly max: number; readonly extra: readonly string[]; readonly onRunner?: (run: RunAtOnce) => void },
): Knex.Config => ({
  client: driver,
  connection: { filename: file },
  useNullAsDefault: true,
  acquireConnectionTimeout: 30_000,
  // Knex throws errors and also prints them. Printing is disabled here, because the callers log the thrown errors.
  log: { warn: () => {}, error: () => {} },
  // The message of an error names the statement without its values, because it is logged.
  compileSqlOnError: false,
  pool: { min: 1, max, afterCreate: driverDialects[driver].prepare(extraPragmas, onRunner) },
});

const isDiskFull = (error: unknown): boolean => errorCodeOf(error) === 'SQLITE_FULL';

/** Creates the dialect for SQLite through one of its two drivers. Other processes may write to the file as well. */
export const createSqliteDialect = (database: SqliteConfig): DatabaseDialect => {
  mkdirSync(dirname(database.file), { recursive: true });
  const sideReader = driverDialects[database.driver].createSideReader(database.file);
  let runOnWriter: RunAtOnce | null = null;
  return {
    name: database.driver,
    // Doesn't let the driver wait for the write lock, because it would block every request, or a thread that others
    // need. The statement fails at once when the lock is taken, and the caller retries.
    writer: knexConfigOf(database, {
      max: 1,
      extra: ['busy_timeout = 0'],
      onRunner: (run) => void (runOnWriter = run),
    }),
    // Makes reading connections refuse writes by `query_only`: a write outside of `write()` would leave no row in the
    // change log.
    reader: knexConfigOf(database, { max: READER_COUNT, extra: ['query_only = ON'] }),

    async lock(trx) {
      // Begins with a write. knex begins DEFERRED transactions, in which a write after a read would fail when another
      // process is writing.
      const [lockRow] = await query<{ tx: number }>(
        trx,
        sql`update write_lock set tx = tx + 1 where id = 1 returning tx`,
      );
      return String(lockRow?.tx);
    },

    async lockForMigration(trx) {
      await trx.raw('pragma user_version = 1');
    },

    isLockBusy: (error) => errorCodeOf(error)?.startsWith('SQLITE_BUSY') ?? false,
    // No conflicts are possible, because SQLite runs only one write at a time.
    isConflict: () => false,
    isUnavailable: isDiskFull,
    isDiskFull,
    checkBeforeCommit: () => Promise.resolve(),
    // Returns the same function for every write transaction, because only one connection writes.
    writeAtOnce: () => runOnWriter,
    readAtOnce: sideReader.run,
    close: sideReader.close,
  };
};
