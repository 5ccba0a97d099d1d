import { toWellFormedText } from '@mahlzeit/contract/rules';
import { randomBytes } from 'node:crypto';
import type { Connection } from './database';
import { knexOf } from './knex-of';

/** Creates an opaque URL-safe key of 128 random bits (contract §0: at least 96). */
export const randomKey = (): string => randomBytes(16).toString('base64url');

/**
 * Parses a JSON column. SQLite returns text, other engines return parsed values. The value isn't validated by a schema,
 * because the same module has written it, and because validation would be slow for a hundred rows.
 */
export const fromJsonColumn = <T>(jsonColumn: string | T): T =>
  typeof jsonColumn === 'string' ? JSON.parse(jsonColumn) : jsonColumn;

// Number of rows in one insert; SQLite accepts at most 500.
const ROWS_PER_INSERT = 100;

/** Inserts any number of rows, split into several statements. */
export const insertInChunks = async <T>(
  insertedRows: readonly T[],
  insertChunk: (chunk: T[]) => Promise<unknown>,
): Promise<void> => {
  for (let batchStart = 0; batchStart < insertedRows.length; batchStart += ROWS_PER_INSERT)
    await insertChunk(insertedRows.slice(batchStart, batchStart + ROWS_PER_INSERT));
};

/** Maximum number of keys by which one statement reads rows. */
const KEYS_PER_READ = 500;

/**
 * Reads rows by any number of keys, split into several statements of at most `keysPerRead` keys. A key that occurs
 * twice is read once.
 */
export const readInChunks = async <T>(
  searchedKeys: readonly string[],
  readChunk: (chunk: string[]) => PromiseLike<readonly T[]>,
  keysPerRead = KEYS_PER_READ,
): Promise<T[]> => {
  const distinctKeys = [...new Set(searchedKeys)];
  const foundRows: T[] = [];
  for (let batchStart = 0; batchStart < distinctKeys.length; batchStart += keysPerRead)
    foundRows.push(...(await readChunk(distinctKeys.slice(batchStart, batchStart + keysPerRead))));
  return foundRows;
};

interface SettingRow {
  readonly key: string;
  readonly value: string;
}

/** Name of the setting that identifies the secret keys with which this database was used. It holds no secret. */
export const SECRET_RING_SETTING = 'secretRing';

/** Reads a setting that is stored in this database; null when unset. */
export const readSetting = async (connection: Connection, settingKey: string): Promise<string | null> => {
  const settingRow = await knexOf(connection)<SettingRow>('setting').where({ key: settingKey }).first('value');
  return settingRow?.value ?? null;
};

/** Stores a setting in this database. */
export const writeSetting = async (connection: Connection, settingKey: string, value: string): Promise<void> => {
  await knexOf(connection)<SettingRow>('setting').insert({ key: settingKey, value }).onConflict('key').merge();
};

/**
 * Cuts a text from a provider to the maximum length of its database column, in whole characters; null stays null.
 * PostgreSQL counts code points and stores no half of one.
 */
export const cutToColumn = (text: string | null, maxLength: number): string | null =>
  text === null ? null : [...toWellFormedText(text)].slice(0, maxLength).join('');
