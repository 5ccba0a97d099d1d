import { createHash } from 'node:crypto';
import type { ColumnKind, PostgresText } from './column-kinds';

/** Error of a move that can't begin or continue. Each line of its message is a German sentence for the operator. */
export class MoveRefusedError extends Error {
  override readonly name = 'MoveRefusedError';

  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

/** A column of a table that is moved to PostgreSQL. */
export interface MoveColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly isNullable: boolean;
  /** Maximum number of characters in the column; null without a limit. */
  readonly maxLength: number | null;
}

/** A table that is moved to PostgreSQL. */
export interface MoveTable {
  readonly name: string;
  readonly columns: readonly MoveColumn[];
  /** Names of the columns that identify a row, in the sequence of the key. Both databases are read in this sequence. */
  readonly keyColumns: readonly string[];
}

/**
 * Digest of a table in one of the two databases: the number of rows, and a checksum of them in a common form, sorted by
 * key.
 */
export interface TableDigest {
  readonly rows: number;
  readonly checksum: string;
}

/** Quotes a name for SQL, so that it may be a reserved word like `user`. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns a list of quoted names for SQL. */
export const quoteNames = (names: readonly string[]): string => names.map(quoteName).join(', ');

/** Returns the values of a row's key columns. */
export const keyOf = ({ columns, keyColumns }: MoveTable, row: readonly PostgresText[]): PostgresText[] =>
  keyColumns.map((keyColumn) => row[columns.findIndex(({ name }) => name === keyColumn)] ?? null);

/** Describes a row for the operator by its key, for example `user (uid anna)`. */
export const describeRow = ({ name, keyColumns }: MoveTable, key: readonly PostgresText[]): string =>
  `${name} (${keyColumns.map((keyColumn, index) => `${keyColumn} ${key[index] ?? 'null'}`).join(', ')})`;

/** Number of characters that are collected before they are hashed. */
const HASHED_CHARACTERS = 65_536;

/** Creates the digest of a table: `add` takes its rows, sorted by key. */
export const createDigest = ({ columns }: MoveTable) => {
  const hash = createHash('sha256');
  let rows = 0;
  let pendingText = '';
  return {
    add(row: readonly PostgresText[]): void {
      rows += 1;
      for (const [index, { kind }] of columns.entries()) {
        const text = row[index] ?? null;
        const canonicalText = text === null ? '' : kind.toCanonical(text);
        // Puts the length before each value, so that the values of neighbouring columns can't be confused.
        pendingText += text === null ? 'null;' : `${canonicalText.length}:${canonicalText};`;
      }
      if (pendingText.length < HASHED_CHARACTERS) return;
      hash.update(pendingText);
      pendingText = '';
    },
    /** Returns the finished digest of the table. */
    end: (): TableDigest => ({ rows, checksum: hash.update(pendingText).digest('hex') }),
  };
};
