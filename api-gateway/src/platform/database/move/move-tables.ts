import { createHash } from 'node:crypto';
import type { ColumnKind, PostgresText } from './column-kinds';

/** Reason for which nothing is moved, or no more. Each line is a German sentence for the operator. */
export class MoveRefusedError extends Error {
  override readonly name = 'MoveRefusedError';

  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

/** A column of a table that is moved. */
export interface MoveColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly isNullable: boolean;
  /** Maximum number of characters; null without a limit. */
  readonly maxLength: number | null;
}

/** A table that is moved. */
export interface MoveTable {
  readonly name: string;
  readonly columns: readonly MoveColumn[];
  /** Names of the columns that identify a row, in the order of the key. Both sides are read in this order. */
  readonly keyColumns: readonly string[];
}

/** Number of rows of a table on one side, and the checksum over their canonical forms in the order of the key. */
export interface TableDigest {
  readonly rows: number;
  readonly checksum: string;
}

/** Puts a name into SQL as it is, also where it is a word of SQL like `user`. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns a list of names for SQL. */
export const quoteNames = (names: readonly string[]): string => names.map(quoteName).join(', ');

/** Returns the values of a row's key. */
export const keyOf = ({ columns, keyColumns }: MoveTable, row: readonly PostgresText[]): PostgresText[] =>
  keyColumns.map((keyColumn) => row[columns.findIndex(({ name }) => name === keyColumn)] ?? null);

/** Names a row for the operator by its key, like `user (uid anna)`. */
export const describeRow = ({ name, keyColumns }: MoveTable, key: readonly PostgresText[]): string =>
  `${name} (${keyColumns.map((keyColumn, index) => `${keyColumn} ${key[index] ?? 'null'}`).join(', ')})`;

/** Number of characters that are hashed at once. */
const HASHED_CHARACTERS = 65_536;

/** Computes the digest of a table from its rows, which `add` takes in the order of the key. */
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
        // The length keeps apart what belongs to different columns.
        pendingText += text === null ? 'null;' : `${canonicalText.length}:${canonicalText};`;
      }
      if (pendingText.length < HASHED_CHARACTERS) return;
      hash.update(pendingText);
      pendingText = '';
    },
    /** Ends the computation. */
    end: (): TableDigest => ({ rows, checksum: hash.update(pendingText).digest('hex') }),
  };
};
