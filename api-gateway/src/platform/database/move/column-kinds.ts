import { createHash } from 'node:crypto';
import { toWellFormedText } from '@mahlzeit/contract/rules';
import texts from '../../../../locales/de.json';
import { fillText } from '../../escape';
import { formatCount } from './format-count';

/** A value as SQLite's driver returns it. Whole numbers have the type bigint. */
export type SqliteValue = string | bigint | number | Buffer | null;

/** A value in the text form in which PostgreSQL reads and writes it. */
export type PostgresText = string | null;

/** A value of SQLite that isn't null. */
type SetValue = Exclude<SqliteValue, null>;

/** Rules by which the values of one column type are moved from SQLite to PostgreSQL. */
export interface ColumnKind {
  /**
   * Kind of the stored values. Keys may only be texts and whole numbers, which both engines sort in the same way. Bytes
   * can't be invalid as text, and may be large.
   */
  readonly storage: 'text' | 'integer' | 'bytes' | 'other';
  /**
   * Returns the reason why PostgreSQL refuses a value, as German text that follows the column's name; null for an
   * accepted value.
   */
  findRefusal(value: SetValue, maxLength: number | null): string | null;
  /** Converts an accepted value to the text that PostgreSQL reads. */
  toPostgres(value: SetValue): string;
  /** Converts the text of either database to the common form in which both are compared. */
  toCanonical(text: string): string;
}

const findTextRefusal = (text: string): string | null => {
  if (text.includes('\0')) return texts.moveValueNul;
  return toWellFormedText(text) === text ? null : texts.moveValueSurrogate;
};

// Returns the length of a text as PostgreSQL counts it: in code points.
const lengthOf = (text: string): number => [...text].length;

const textKind: ColumnKind = {
  storage: 'text',
  findRefusal(value, maxLength) {
    if (typeof value !== 'string') return texts.moveValueNoText;
    const textRefusal = findTextRefusal(value);
    if (textRefusal !== null) return textRefusal;
    // Counts the characters of long texts only, because a text never has more characters than code units.
    return maxLength !== null && value.length > maxLength && lengthOf(value) > maxLength
      ? fillText(texts.moveValueTooLong, { length: formatCount(lengthOf(value)), maxLength: formatCount(maxLength) })
      : null;
  },
  toPostgres: String,
  toCanonical: (text) => text,
};

const integerKind = (bits: bigint): ColumnKind => {
  const limit = 1n << (bits - 1n);
  return {
    storage: 'integer',
    findRefusal(value) {
      if (typeof value !== 'bigint') return texts.moveValueNoInteger;
      return value >= -limit && value < limit ? null : fillText(texts.moveValueTooLarge, { bits: Number(bits) });
    },
    toPostgres: String,
    toCanonical: (text) => text,
  };
};

const booleanKind: ColumnKind = {
  storage: 'other',
  findRefusal: (value) => (value === 0n || value === 1n ? null : texts.moveValueNoBoolean),
  toPostgres: (value) => (value === 0n ? 'f' : 't'),
  toCanonical: (text) => text,
};

const doubleKind: ColumnKind = {
  storage: 'other',
  findRefusal: (value) => (typeof value === 'number' || typeof value === 'bigint' ? null : texts.moveValueNoNumber),
  toPostgres: String,
  // Compares numbers as JavaScript writes them, because the engines write the same number in different ways, like 1e21
  // and 1000000000000000000000.
  toCanonical: (text) => String(Number(text)),
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  // Creates an object without a prototype, because a JSON key may be `__proto__`.
  const sorted: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value).sort()) sorted[key] = sortKeys(value[key]);
  return sorted;
};

const findJsonRefusal = (value: unknown): string | null => {
  if (typeof value === 'string') return findTextRefusal(value);
  if (!Array.isArray(value) && !isObject(value)) return null;
  for (const [key, entry] of Object.entries(value)) {
    const refusal = findTextRefusal(key) ?? findJsonRefusal(entry);
    if (refusal !== null) return refusal;
  }
  return null;
};

const findJsonTextRefusal = (text: string): string | null => {
  try {
    const value: unknown = JSON.parse(text);
    // Searches for characters that PostgreSQL refuses only where the JSON contains an escape, which few texts do.
    return text.includes('\\u') ? findJsonRefusal(value) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return texts.moveValueNoJson;
    throw error;
  }
};

const jsonKind: ColumnKind = {
  storage: 'other',
  findRefusal: (value) => (Buffer.isBuffer(value) ? texts.moveValueNoJson : findJsonTextRefusal(String(value))),
  // Converts to a string, because SQLite stores a JSON number as a number.
  toPostgres: String,
  // Sorts the keys of JSON objects, because PostgreSQL stores them in another sequence.
  toCanonical: (text) => JSON.stringify(sortKeys(JSON.parse(text))),
};

const bytesKind: ColumnKind = {
  storage: 'bytes',
  findRefusal: (value) => (Buffer.isBuffer(value) ? null : texts.moveValueNoBytes),
  toPostgres: (value) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value)),
  // Compares large files by their checksum, because the file itself would have to be copied once more.
  toCanonical: (text) => createHash('sha256').update(text).digest('hex'),
};

const KIND_BY_TYPE: Readonly<Record<string, ColumnKind>> = {
  text: textKind,
  varchar: textKind,
  int4: integerKind(32n),
  int8: integerKind(64n),
  bool: booleanKind,
  float8: doubleKind,
  jsonb: jsonKind,
  bytea: bytesKind,
};

/** Returns the rules for a column by its type in PostgreSQL. Throws for a type that no migration has used so far. */
export const columnKindOf = (postgresType: string, columnName: string): ColumnKind => {
  const kind = KIND_BY_TYPE[postgresType];
  if (kind === undefined)
    throw new Error(`The move can't copy the type ${postgresType} of ${columnName}: add it to column-kinds.ts`);
  return kind;
};
