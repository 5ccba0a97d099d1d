import { createHash } from 'node:crypto';
import { err, ok, type Result } from '@mahlzeit/contract';
import { toWellFormedText } from '@mahlzeit/contract/rules';

/** A value as SQLite's driver returns it. Whole numbers are bigint. */
export type SqliteValue = string | bigint | number | Buffer | null;

/** A value as PostgreSQL reads and writes it in text. */
export type PostgresText = string | null;

/** How values of one type of column are moved. */
export interface ColumnKind {
  /** Type as whose array PostgreSQL gets the values of a batch. */
  readonly arrayType: string;
  /** Checks whether rows may be ordered by the column, with the same order on both engines. */
  readonly isKey: boolean;
  /** Converts a value to the text that PostgreSQL reads. The error ends a sentence that begins with the column. */
  toPostgres(value: Exclude<SqliteValue, null>, maxLength: number | null): Result<string, string>;
  /** Brings the text of either side into the one form that is compared. */
  toCanonical(text: string): string;
}

const NUL_REFUSAL = 'contains the character NUL, which PostgreSQL refuses';
const SURROGATE_REFUSAL = 'contains half of a character (a lone surrogate), which PostgreSQL refuses';

const findTextRefusal = (text: string): string | null => {
  if (text.includes('\0')) return NUL_REFUSAL;
  return toWellFormedText(text) === text ? null : SURROGATE_REFUSAL;
};

// PostgreSQL counts code points.
const lengthOf = (text: string): number => [...text].length;

const textKind: ColumnKind = {
  arrayType: 'text',
  isKey: true,
  toPostgres(value, maxLength) {
    if (typeof value !== 'string') return err('is no text');
    const refusal = findTextRefusal(value);
    if (refusal !== null) return err(refusal);
    // No text has more characters than units, so only long texts are counted.
    return maxLength !== null && value.length > maxLength && lengthOf(value) > maxLength
      ? err(`has ${lengthOf(value)} characters, and PostgreSQL's column takes ${maxLength}`)
      : ok(value);
  },
  toCanonical: (text) => text,
};

const integerKind = (arrayType: string, bits: bigint): ColumnKind => {
  const limit = 1n << (bits - 1n);
  return {
    arrayType,
    isKey: true,
    toPostgres(value) {
      if (typeof value !== 'bigint') return err('is no whole number');
      return value >= -limit && value < limit ? ok(String(value)) : err(`is no number of ${bits} bits`);
    },
    toCanonical: (text) => text,
  };
};

const booleanKind: ColumnKind = {
  arrayType: 'bool',
  isKey: false,
  toPostgres: (value) =>
    value === 0n || value === 1n ? ok(value === 1n ? 't' : 'f') : err('is neither true nor false'),
  toCanonical: (text) => text,
};

const doubleKind: ColumnKind = {
  arrayType: 'float8',
  isKey: false,
  toPostgres: (value) =>
    typeof value === 'number' || typeof value === 'bigint' ? ok(String(value)) : err('is no number'),
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

const parseJson = (text: string): Result<unknown, string> => {
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return err('is no JSON');
    throw error;
  }
};

const jsonKind: ColumnKind = {
  arrayType: 'jsonb',
  isKey: false,
  toPostgres(value) {
    if (Buffer.isBuffer(value)) return err('is no JSON');
    // SQLite stores a JSON number as a number.
    const text = String(value);
    const parsedJson = parseJson(text);
    if (!parsedJson.ok) return parsedJson;
    const refusal = findJsonRefusal(parsedJson.value);
    return refusal === null ? ok(text) : err(refusal);
  },
  // PostgreSQL stores keys in an order of its own.
  toCanonical: (text) => JSON.stringify(sortKeys(JSON.parse(text))),
};

const bytesKind: ColumnKind = {
  arrayType: 'bytea',
  isKey: false,
  toPostgres: (value) => (Buffer.isBuffer(value) ? ok(`\\x${value.toString('hex')}`) : err('is no sequence of bytes')),
  // The checksum of a large file is shorter than the file, which the caller would copy once more.
  toCanonical: (text) => createHash('sha256').update(text).digest('hex'),
};

const KIND_BY_TYPE: Readonly<Record<string, ColumnKind>> = {
  text: textKind,
  varchar: textKind,
  int4: integerKind('int4', 32n),
  int8: integerKind('int8', 64n),
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
