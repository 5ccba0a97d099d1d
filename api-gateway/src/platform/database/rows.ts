import { randomBytes } from 'node:crypto';
import type { Connection } from './database';
import { knexOf } from './knex-of';

/** A new opaque key of 128 random bits, URL-safe (contract §0: at least 96). */
export const randomKey = (): string => randomBytes(16).toString('base64url');

/**
 * Reads a JSON column: SQLite hands it out as text, other engines parsed. What stands there was written by the module
 * that reads it, so it is trusted and not parsed by a schema for each of a hundred rows.
 */
export const fromJsonColumn = <T>(column: string | T): T => (typeof column === 'string' ? JSON.parse(column) : column);

// SQLite takes no more than 500 rows in one insert.
const ROWS_PER_INSERT = 100;

/** Writes any number of rows, as many at a time as one insert takes. */
export const insertInChunks = async <T>(
  rows: readonly T[],
  insert: (chunk: T[]) => Promise<unknown>,
): Promise<void> => {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    await insert(rows.slice(start, start + ROWS_PER_INSERT));
};

/** A statement names no more keys than this. */
const KEYS_PER_READ = 500;

/** Reads by any number of keys, as many at a time as one statement may name; each key once. */
export const readInChunks = async <T>(
  keys: readonly string[],
  read: (chunk: string[]) => Promise<readonly T[]>,
): Promise<T[]> => {
  const distinct = [...new Set(keys)];
  const rows: T[] = [];
  for (let start = 0; start < distinct.length; start += KEYS_PER_READ)
    rows.push(...(await read(distinct.slice(start, start + KEYS_PER_READ))));
  return rows;
};

interface SettingRow {
  readonly key: string;
  readonly value: string;
}

/** Reads what the gateway keeps about this database; null where it was never set. */
export const readSetting = async (connection: Connection, key: string): Promise<string | null> => {
  const row = await knexOf(connection)<SettingRow>('setting').where({ key }).first('value');
  return row?.value ?? null;
};

/** Sets it. */
export const writeSetting = async (connection: Connection, key: string, value: string): Promise<void> => {
  await knexOf(connection)<SettingRow>('setting').insert({ key, value }).onConflict('key').merge();
};
