import { createHash } from 'node:crypto';
import { toWellFormedText } from '@mahlzeit/contract/rules';
import texts from '../../../../locales/de.json';
import { fillText } from '../../escape';
import { formatCount } from './format-count';

/** A value as SQLite's driver returns it. Whole numbers are bigint. */
export type SqliteValue = string | bigint | number | Buffer | null;

/** A value as PostgreSQL reads and writes it in text. */
export type PostgresText = string | null;

/** A value of SQLite that isn't null. */
type SetValue = Exclude<SqliteValue, null>;

/** How values of one type of column are moved. */
export interface ColumnKind {
  /**
   * Kind of the stored values. Keys consist of texts and whole numbers, which both engines order in the same way. Bytes
   * can't be broken text, and may be large.
   */
  readonly storage: 'text' | 'integer' | 'bytes' | 'other';
  /** Returns why PostgreSQL refuses a value, as the German text that follows the column's name; null otherwise. */
  findRefusal(value: SetValue, maxLength: number | null): string | null;
  /** Converts a value that isn't refused to the text that PostgreSQL reads. */
  toPostgres(value: SetValue): string;
  /** Brings the text of either side into the one form that is compared. */
  toCanonical(text: string): string;
}

const findTextRefusal = (text: string): string | null => {
  if (text.includes('\0')) return texts.moveValueNul;
  return toWellFormedText(text) === text ? null : texts.moveValueSurrogate;
};

// PostgreSQL counts code points.
const lengthOf = (text: string): number => [...text].length;

const textKind: ColumnKind = {
  storage: 'text',
  findRefusal(value, maxLength) {
    if (typeof value !== 'string') return texts.moveValueNoText;
    const textRefusal = findTextRefusal(value);
    if (textRefusal !== null) return textRefusal;
    // No text has more characters than units, so only long texts are counted.
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
  // The engines write the same number in different ways, like 1e21 and 1000000000000000000000.
  toCanonical: (text) => String(Number(text)),
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  // An object without a prototype takes a key like __proto__ as any other.
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
    // JSON writes what PostgreSQL refuses as an escape, which few texts have.
    return text.includes('\\u') ? findJsonRefusal(value) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return texts.moveValueNoJson;
    throw error;
  }
};

const jsonKind: ColumnKind = {
  storage: 'other',
  findRefusal: (value) => (Buffer.isBuffer(value) ? texts.moveValueNoJson : findJsonTextRefusal(String(value))),
  // SQLite stores a JSON number as a number.
  toPostgres: String,
  // PostgreSQL stores keys in an order of its own.
  toCanonical: (text) => JSON.stringify(sortKeys(JSON.parse(text))),
};

const bytesKind: ColumnKind = {
  storage: 'bytes',
  findRefusal: (value) => (Buffer.isBuffer(value) ? null : texts.moveValueNoBytes),
  toPostgres: (value) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value)),
  // The checksum of a large file is shorter than the file, which the caller would copy once more.
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

/** Returns the kind of a column by its type in PostgreSQL. Throws for a type that no migration had so far. */
export const columnKindOf = (postgresType: string, columnName: string): ColumnKind => {
  const kind = KIND_BY_TYPE[postgresType];
  if (kind === undefined)
    throw new Error(`The move can't copy the type ${postgresType} of ${columnName}: add it to column-kinds.ts`);
  return kind;
};
