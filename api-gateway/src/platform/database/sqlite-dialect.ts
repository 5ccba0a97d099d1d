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

// First of all the timeout, because even switching to WAL may have to wait for another process.
const pragmas = [`busy_timeout = ${busyTimeoutMs}`, 'journal_mode = WAL', 'foreign_keys = ON', 'synchronous = FULL'];

type Prepared<C> = (error: Error | null, connection: C) => void;

/** A connection of its own beside the two pools, which never writes. */
interface SideReader {
  readonly committed: Dialect['committed'];
  /** null where the driver can't run a statement at once. */
  readonly run: RunAtOnce | null;
  close(): void;
}

/** What the two drivers do differently. */
interface DriverDialect {
  /** Pragmas of the connection that writes. */
  readonly writer: readonly string[];
  /**
   * Makes what knex calls for each new connection; it sets the pragmas. `tell`: hears how the newest runs a statement
   * at once, where it can.
   */
  prepare(extra: readonly string[], tell?: (run: RunAtOnce) => void): Knex.PoolConfig['afterCreate'];
  createSideReader(filename: string): SideReader;
}

/** Statements that a connection keeps compiled: more than all that the product asks in one form. */
const STATEMENTS = 500;

// Some pragmas act while they are compiled.
const isPragma = (sql: string): boolean => /^\s*pragma\b/i.test(sql);

// Makes all that was compiled before doubtful.
const changesTables = (sql: string): boolean => /^\s*(?:alter|create|drop)\b/i.test(sql);

/**
 * Has a connection compile each statement once: knex asks it to for every query, which took a tenth of the gateway's
 * time.
 */
const compileOnce = (connection: BetterSqlite.Database): void => {
  const compile = connection.prepare.bind(connection);
  const compiled = new LRUCache<string, BetterSqlite.Statement>({ max: STATEMENTS });
  const prepare = (sql: string): BetterSqlite.Statement => {
    if (changesTables(sql)) compiled.clear();
    if (isPragma(sql) || changesTables(sql)) return compile(sql);
    const known = compiled.get(sql);
    const statement = known === undefined || known.busy ? compile(sql) : known;
    compiled.set(sql, statement);
    return statement;
  };
  Object.defineProperty(connection, 'prepare', { value: prepare });
};

const runAtOnce =
  (connection: BetterSqlite.Database): RunAtOnce =>
  <Row>({ text, values }: Statement): Row[] => {
    const statement = connection.prepare<unknown[], Row>(text);
    // SQLite has no truth values.
    const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    if (statement.reader) return statement.all(...bound);
    statement.run(...bound);
    return [];
  };

const openSideReader = (filename: string) => {
  const connection = new BetterSqlite(filename, { fileMustExist: true });
  // It copies the log to the database: a connection that is opened to read alone could not.
  for (const pragma of [...pragmas, 'query_only = ON']) connection.pragma(pragma);
  compileOnce(connection);
  return { connection, run: runAtOnce(connection) };
};

const createSideReader = (filename: string): SideReader => {
  let opened: ReturnType<typeof openSideReader> | null = null;
  // Not before it is asked for the first time: there may be no file yet.
  const run: RunAtOnce = (statement) => (opened ??= openSideReader(filename)).run(statement);
  const checkpoints = createCheckpoints(run);
  return {
    run,
    committed: checkpoints.committed,
    close() {
      checkpoints.stop();
      opened?.connection.close();
      opened = null;
    },
  };
};

const synchronous: DriverDialect = {
  writer: [`wal_autocheckpoint = ${BUSY_PAGES}`],
  prepare:
    (extra, tell) =>
    (connection: BetterSqlite.Database, done: Prepared<BetterSqlite.Database>): void => {
      for (const pragma of [...pragmas, ...extra]) connection.pragma(pragma);
      compileOnce(connection);
      tell?.(runAtOnce(connection));
      done(null, connection);
    },
  createSideReader,
};

const asynchronous: DriverDialect = {
  writer: [],
  prepare:
    (extra) =>
    (connection: AsynchronousConnection, done: Prepared<AsynchronousConnection>): void => {
      // Else what a transaction asks for at once runs at once, on several threads, and may outlast it.
      connection.serialize();
      connection.exec([...pragmas, ...extra].map((pragma) => `pragma ${pragma};`).join(' '), (error) =>
        done(error, connection),
      );
    },
  // This driver runs nothing within one turn. Through the other one it must not be asked: two copies of SQLite in one
  // process take each other's locks off a file.
  createSideReader: () => ({ run: null, committed: () => undefined, close: () => undefined }),
};

const driverDialects: Readonly<Record<DatabaseConfig['driver'], DriverDialect>> = {
  'better-sqlite3': synchronous,
  sqlite3: asynchronous,
};

// Knex loads the driver that `client` names, and no other.
const poolOf = (
  { file, driver }: DatabaseConfig,
  {
    max,
    extra,
    tell,
  }: { readonly max: number; readonly extra: readonly string[]; readonly tell?: (run: RunAtOnce) => void },
): Knex.Config => ({
  client: driver,
  connection: { filename: file },
  useNullAsDefault: true,
  acquireConnectionTimeout: 30_000,
  // Knex prints with its stack what it throws as well: whoever catches it says it once.
  log: { warn: () => {}, error: () => {} },
  pool: { min: 1, max, afterCreate: driverDialects[driver].prepare(extra, tell) },
});

/** SQLite through one of its drivers, one file that other processes may write as well. */
export const createSqliteDialect = (database: DatabaseConfig): Dialect => {
  mkdirSync(dirname(database.file), { recursive: true });
  const side = driverDialects[database.driver].createSideReader(database.file);
  let writer: RunAtOnce | null = null;
  return {
    name: database.driver,
    // Waiting inside a driver would hold up every request, or a thread that others need: where the lock is taken it
    // fails at once and the caller tries again.
    writer: poolOf(database, {
      max: 1,
      extra: ['busy_timeout = 0', ...driverDialects[database.driver].writer],
      tell: (run) => void (writer = run),
    }),
    // query_only: a write past `write()` would leave no row in the change log, so it fails instead.
    reader: poolOf(database, { max: readers, extra: ['query_only = ON'] }),

    async lock(trx) {
      // knex begins DEFERRED: reading first and writing later fails beside another writer, so the first statement
      // writes.
      const [row] = await query<{ tx: number }>(trx, sql`update write_lock set tx = tx + 1 where id = 1 returning tx`);
      return String(row?.tx);
    },

    async lockForMigration(trx) {
      await trx.raw('pragma user_version = 1');
    },

    isLockBusy: (error) => errorCodeOf(error)?.startsWith('SQLITE_BUSY') ?? false,
    // One connection writes, so that is the one of every transaction that does.
    writeAtOnce: () => writer,
    readAtOnce: side.run,
    committed: side.committed,
    close: side.close,
  };
};
