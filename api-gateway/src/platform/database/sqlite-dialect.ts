import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { Database as AsynchronousConnection } from 'sqlite3';
import type { DatabaseConfig } from '../config/config';
import { errorCodeOf } from '../errors';
import { BUSY_PAGES, createCheckpoints } from './checkpoints';
import type { Dialect } from './open-database';
import { query, sql } from './statement';
import type { RunAtOnce, Statement } from './statement';

const busyTimeoutMs = 5000;
const readers = 8;

// The timeout comes first, because switching to WAL may have to wait for another process.
const pragmas = [`busy_timeout = ${busyTimeoutMs}`, 'journal_mode = WAL', 'foreign_keys = ON', 'synchronous = FULL'];

type PrepareCallback<C> = (error: Error | null, connection: C) => void;

/** A separate connection that never writes. */
interface SideReader {
  readonly committed: Dialect['committed'];
  /** null when the driver can't run statements synchronously. */
  readonly run: RunAtOnce | null;
  close(): void;
}

/** Differences between the two drivers. */
interface DriverDialect {
  /** Pragmas of the writing connection. */
  readonly writer: readonly string[];
  /**
   * Creates the function that knex calls for each new connection, which sets the pragmas. `onRunner` gets the
   * synchronous runner of the newest connection, if there is one.
   */
  prepare(extraPragmas: readonly string[], onRunner?: (run: RunAtOnce) => void): Knex.PoolConfig['afterCreate'];
  createSideReader(filename: string): SideReader;
}

/** Number of compiled statements cached by a connection; more than the product has. */
const STATEMENTS = 500;

// Some pragmas take effect when they are compiled.
const isPragma = (sql: string): boolean => /^\s*pragma\b/i.test(sql);

// Statements that may invalidate compiled ones.
const changesTables = (sql: string): boolean => /^\s*(?:alter|create|drop)\b/i.test(sql);

/**
 * Caches compiled statements of a connection. knex compiles for every query, which took a tenth of the gateway's time.
 */
const compileOnce = (connection: BetterSqlite.Database): void => {
  const compile = connection.prepare.bind(connection);
  const statements = new LRUCache<string, BetterSqlite.Statement>({ max: STATEMENTS });
  const prepare = (sql: string): BetterSqlite.Statement => {
    if (changesTables(sql)) statements.clear();
    if (isPragma(sql) || changesTables(sql)) return compile(sql);
    const cachedStatement = statements.get(sql);
    const statement = cachedStatement === undefined || cachedStatement.busy ? compile(sql) : cachedStatement;
    statements.set(sql, statement);
    return statement;
  };
  Object.defineProperty(connection, 'prepare', { value: prepare });
};

const runAtOnce =
  (connection: BetterSqlite.Database): RunAtOnce =>
  <Row>({ text, values }: Statement): Row[] => {
    const statement = connection.prepare<unknown[], Row>(text);
    // SQLite has no boolean type.
    const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    if (statement.reader) return statement.all(...bound);
    statement.run(...bound);
    return [];
  };

const openSideReader = (filename: string) => {
  const connection = new BetterSqlite(filename, { fileMustExist: true });
  // A read-only connection could not copy the WAL to the database.
  for (const pragma of [...pragmas, 'query_only = ON']) connection.pragma(pragma);
  compileOnce(connection);
  return { connection, run: runAtOnce(connection) };
};

const createSideReader = (filename: string): SideReader => {
  let sideReader: ReturnType<typeof openSideReader> | null = null;
  // Opened on first use, because the file may not exist earlier.
  const run: RunAtOnce = (statement) => (sideReader ??= openSideReader(filename)).run(statement);
  const checkpoints = createCheckpoints(run);
  return {
    run,
    committed: checkpoints.onCommitted,
    close() {
      checkpoints.stop();
      sideReader?.connection.close();
      sideReader = null;
    },
  };
};

const synchronous: DriverDialect = {
  writer: [`wal_autocheckpoint = ${BUSY_PAGES}`],
  prepare:
    (extraPragmas, onRunner) =>
    (connection: BetterSqlite.Database, callback: PrepareCallback<BetterSqlite.Database>): void => {
      for (const pragma of [...pragmas, ...extraPragmas]) connection.pragma(pragma);
      compileOnce(connection);
      onRunner?.(runAtOnce(connection));
      callback(null, connection);
    },
  createSideReader,
};

const asynchronous: DriverDialect = {
  writer: [],
  prepare:
    (extraPragmas) =>
    (connection: AsynchronousConnection, callback: PrepareCallback<AsynchronousConnection>): void => {
      // Without this call, concurrent statements of a transaction would run on several threads and might outlast it.
      connection.serialize();
      connection.exec([...pragmas, ...extraPragmas].map((pragma) => `pragma ${pragma};`).join(' '), (error) =>
        callback(error, connection),
      );
    },
  // This driver can't run synchronously. The other driver must not help out: two copies of SQLite in one process
  // release each other's file locks.
  createSideReader: () => ({ run: null, committed: () => undefined, close: () => undefined }),
};

const driverDialects: Readonly<Record<DatabaseConfig['driver'], DriverDialect>> = {
  'better-sqlite3': synchronous,
  sqlite3: asynchronous,
};

// Knex loads only the driver that `client` names.
const poolOf = (
  { file, driver }: DatabaseConfig,
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
  // Knex also prints errors that it throws. Callers log them once.
  log: { warn: () => {}, error: () => {} },
  pool: { min: 1, max, afterCreate: driverDialects[driver].prepare(extraPragmas, onRunner) },
});

/** SQLite through one of its drivers, in a file that other processes may also write. */
export const createSqliteDialect = (database: DatabaseConfig): Dialect => {
  mkdirSync(dirname(database.file), { recursive: true });
  const side = driverDialects[database.driver].createSideReader(database.file);
  let writer: RunAtOnce | null = null;
  return {
    name: database.driver,
    // Waiting inside a driver would block every request, or a thread that others need. A taken lock therefore fails at
    // once and the caller retries.
    writer: poolOf(database, {
      max: 1,
      extra: ['busy_timeout = 0', ...driverDialects[database.driver].writer],
      onRunner: (run) => void (writer = run),
    }),
    // query_only: a write outside of `write()` would leave no row in the change log, so it must fail.
    reader: poolOf(database, { max: readers, extra: ['query_only = ON'] }),

    async lock(trx) {
      // knex begins DEFERRED transactions. A first read followed by a write would fail beside another writer, so the
      // first statement writes.
      const [row] = await query<{ tx: number }>(trx, sql`update write_lock set tx = tx + 1 where id = 1 returning tx`);
      return String(row?.tx);
    },

    async lockForMigration(trx) {
      await trx.raw('pragma user_version = 1');
    },

    isLockBusy: (error) => errorCodeOf(error)?.startsWith('SQLITE_BUSY') ?? false,
    // Only one connection writes, so every write transaction runs on it.
    writeAtOnce: () => writer,
    readAtOnce: side.run,
    committed: side.committed,
    close: side.close,
  };
};
