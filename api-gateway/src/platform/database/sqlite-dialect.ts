import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database as SqliteConnection } from 'better-sqlite3';
import type { Knex } from 'knex';
import { errorCodeOf } from '../error-code';
import type { Dialect } from './dialect';
import { createSqliteDataVersion } from './sqlite-generation';

const busyTimeoutMs = 5000;
const readers = 8;

const pragmas = ['journal_mode = WAL', 'foreign_keys = ON', 'synchronous = FULL'];

type Prepared = (error: Error | null, connection: SqliteConnection) => void;

const prepare = (extra: readonly string[]) => (connection: SqliteConnection, done: Prepared): void => {
  // First of all, because even switching to WAL may have to wait for another process.
  for (const pragma of [`busy_timeout = ${busyTimeoutMs}`, ...pragmas, ...extra]) connection.pragma(pragma);
  done(null, connection);
};

const poolOf = (filename: string, max: number, extra: readonly string[]): Knex.Config => ({
  client: 'better-sqlite3',
  connection: { filename },
  useNullAsDefault: true,
  acquireConnectionTimeout: 30_000,
  // Knex prints with its stack what it throws as well: whoever catches it says it once.
  log: { warn: () => {}, error: () => {} },
  pool: { min: 1, max, afterCreate: prepare(extra) },
});

// Waiting inside the synchronous driver would hold up every request: here it fails at once and the caller tries again.
const withoutWaiting = async <T>(trx: Knex.Transaction, takeLock: () => Promise<T>): Promise<T> => {
  await trx.raw('pragma busy_timeout = 0');
  try {
    return await takeLock();
  } finally {
    await trx.raw(`pragma busy_timeout = ${busyTimeoutMs}`);
  }
};

/** SQLite through better-sqlite3, one file that other processes may write as well. */
export const createSqliteDialect = (filename: string): Dialect => {
  mkdirSync(dirname(filename), { recursive: true });
  const dataVersion = createSqliteDataVersion(filename);
  return {
    name: 'better-sqlite3',
    writer: poolOf(filename, 1, []),
    // query_only: a write past `write()` would leave no row in the change log, so it fails instead.
    reader: poolOf(filename, readers, ['query_only = ON']),

    lock: (trx) => withoutWaiting(trx, async () => {
      // knex begins DEFERRED: reading first and writing later fails beside another writer, so the first statement writes.
      const [row] = await trx<{ id: number; tx: number }>('write_lock').where({ id: 1 }).increment('tx', 1).returning('tx');
      return String(row?.tx);
    }),

    lockForMigration: (trx) => withoutWaiting(trx, async () => {
      await trx.raw('pragma user_version = 1');
    }),

    dataVersion: dataVersion.read,
    isLockBusy: (error) => errorCodeOf(error)?.startsWith('SQLITE_BUSY') ?? false,
    close: dataVersion.close,
  };
};
