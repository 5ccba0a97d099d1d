import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Knex } from 'knex';
import type { Database as AsynchronousConnection } from 'sqlite3';
import type { DatabaseConfig } from '../config/config';
import { errorCodeOf } from '../errors';
import type { Dialect } from './open-database';

/** Asks SQLite whether anybody has committed since. */
interface SqliteDataVersion {
  read(): number | null;
  close(): void;
}

/** Asks on a connection of its own, which never writes: to each connection only the commits of others count. */
const createSqliteDataVersion = (filename: string): SqliteDataVersion => {
  let open: { readonly connection: BetterSqlite.Database; readonly statement: BetterSqlite.Statement } | null = null;

  const connect = () => {
    const connection = new BetterSqlite(filename, { readonly: true });
    return { connection, statement: connection.prepare('pragma data_version').pluck() };
  };

  return {
    read() {
      open ??= connect();
      return Number(open.statement.get());
    },
    close() {
      open?.connection.close();
      open = null;
    },
  };
};

const busyTimeoutMs = 5000;
const readers = 8;

// First of all the timeout, because even switching to WAL may have to wait for another process.
const pragmas = [`busy_timeout = ${busyTimeoutMs}`, 'journal_mode = WAL', 'foreign_keys = ON', 'synchronous = FULL'];

type Prepared<C> = (error: Error | null, connection: C) => void;

/** What the two drivers do differently. */
interface DriverDialect {
  /** Makes what knex calls for each new connection; it sets the pragmas. */
  prepare(extra: readonly string[]): Knex.PoolConfig['afterCreate'];
  openDataVersion(filename: string): SqliteDataVersion;
}

/** Statements that a connection keeps compiled: more than all that the product asks in one form. */
const STATEMENTS = 500;

// Some pragmas act while they are compiled.
const isPragma = (sql: string): boolean => /^\s*pragma\b/i.test(sql);

// Makes all that was compiled before doubtful.
const changesTables = (sql: string): boolean => /^\s*(?:alter|create|drop)\b/i.test(sql);

/** Has a connection compile each statement once: knex asks it to for every query, which took a tenth of the gateway's time. */
const compileOnce = (connection: BetterSqlite.Database): void => {
  const compile = connection.prepare.bind(connection);
  const compiled = new Map<string, BetterSqlite.Statement>();
  const prepare = (sql: string): BetterSqlite.Statement => {
    if (changesTables(sql)) compiled.clear();
    if (isPragma(sql) || changesTables(sql)) return compile(sql);
    const known = compiled.get(sql);
    const statement = known === undefined || known.busy ? compile(sql) : known;
    // The one that was asked for longest ago goes first.
    compiled.delete(sql);
    compiled.set(sql, statement);
    const oldest = compiled.keys().next();
    if (compiled.size > STATEMENTS && oldest.done === false) compiled.delete(oldest.value);
    return statement;
  };
  Object.defineProperty(connection, 'prepare', { value: prepare });
};

const synchronous: DriverDialect = {
  prepare: (extra) => (connection: BetterSqlite.Database, done: Prepared<BetterSqlite.Database>): void => {
    for (const pragma of [...pragmas, ...extra]) connection.pragma(pragma);
    compileOnce(connection);
    done(null, connection);
  },
  openDataVersion: createSqliteDataVersion,
};

const asynchronous: DriverDialect = {
  prepare: (extra) => (connection: AsynchronousConnection, done: Prepared<AsynchronousConnection>): void => {
    // Else what a transaction asks for at once runs at once, on several threads, and may outlast it.
    connection.serialize();
    connection.exec([...pragmas, ...extra].map((pragma) => `pragma ${pragma};`).join(' '), (error) => done(error, connection));
  },
  // It can't be asked within one turn. Through the other driver it must not be: two copies of SQLite in one process take each other's locks off a file.
  openDataVersion: () => ({ read: () => null, close: () => undefined }),
};

const driverDialects: Readonly<Record<DatabaseConfig['driver'], DriverDialect>> = { 'better-sqlite3': synchronous, sqlite3: asynchronous };

// Knex loads the driver that `client` names, and no other.
const poolOf = ({ file, driver }: DatabaseConfig, max: number, extra: readonly string[]): Knex.Config => ({
  client: driver,
  connection: { filename: file },
  useNullAsDefault: true,
  acquireConnectionTimeout: 30_000,
  // Knex prints with its stack what it throws as well: whoever catches it says it once.
  log: { warn: () => {}, error: () => {} },
  pool: { min: 1, max, afterCreate: driverDialects[driver].prepare(extra) },
});

/** SQLite through one of its drivers, one file that other processes may write as well. */
export const createSqliteDialect = (database: DatabaseConfig): Dialect => {
  mkdirSync(dirname(database.file), { recursive: true });
  const dataVersion = driverDialects[database.driver].openDataVersion(database.file);
  return {
    name: database.driver,
    // Waiting inside a driver would hold up every request, or a thread that others need: where the lock is taken it fails at once and the caller tries again.
    writer: poolOf(database, 1, ['busy_timeout = 0']),
    // query_only: a write past `write()` would leave no row in the change log, so it fails instead.
    reader: poolOf(database, readers, ['query_only = ON']),

    async lock(trx) {
      // knex begins DEFERRED: reading first and writing later fails beside another writer, so the first statement writes.
      const [row] = await trx<{ id: number; tx: number }>('write_lock').where({ id: 1 }).increment('tx', 1).returning('tx');
      return String(row?.tx);
    },

    async lockForMigration(trx) {
      await trx.raw('pragma user_version = 1');
    },

    dataVersion: dataVersion.read,
    isLockBusy: (error) => errorCodeOf(error)?.startsWith('SQLITE_BUSY') ?? false,
    close: dataVersion.close,
  };
};
