import type { Connection } from '../database/database';
import { knexOf } from '../database/knex-of';
import { sealPrefixOf } from './sealed-text';

/** A column with encrypted texts, and the primary key of its table. */
export interface SealedColumn {
  readonly table: string;
  /** Name of the column with the table's primary key. */
  readonly key: string;
  readonly column: string;
}

/** Returns the name of a column's place, to which its texts are bound when they are encrypted. */
export const placeOf = ({ table, column }: Pick<SealedColumn, 'table' | 'column'>): string => `${table}.${column}`;

/** A text in a column with encrypted texts, and the key of its row. */
interface StoredText {
  readonly row: string;
  readonly text: string;
}

/**
 * Columns whose JSON may contain encrypted texts. Such rows live for some days only, so they aren't encrypted again.
 */
const SEALED_JSON_COLUMNS = [
  { table: 'job', column: 'payload' },
  { table: 'dead_job', column: 'payload' },
] as const;

/** Creates the repository of all encrypted texts, whichever module owns them. */
export const createSealedColumnsRepository = (connection: Connection) => {
  const knex = knexOf(connection);
  return {
    /**
     * Lists texts that weren't encrypted with this key, or not at all, in the sequence of their rows after `afterRow`.
     * Empty texts are left out.
     */
    async listOthers(
      { table, key, column }: SealedColumn,
      { keyId, afterRow, maxTexts }: { readonly keyId: string; readonly afterRow: string; readonly maxTexts: number },
    ): Promise<StoredText[]> {
      return knex(table)
        .where(key, '>', afterRow)
        .whereNot(column, '')
        .whereNot(column, 'like', `${sealPrefixOf(keyId)}%`)
        .orderBy(key)
        .limit(maxTexts)
        .select({ row: key, text: column });
    },
    /** Replaces an encrypted text, unless it has changed since it was read. */
    async replace({ table, key, column }: SealedColumn, { row, text }: StoredText, sealedText: string): Promise<void> {
      await knex(table)
        .where({ [key]: row, [column]: text })
        .update({ [column]: sealedText });
    },
    /** Checks whether any text was encrypted with this key. */
    async hasTextOf(keyId: string, sealedColumns: readonly SealedColumn[]): Promise<boolean> {
      const searches = [
        ...sealedColumns.map(({ table, column }) => ({ table, column, pattern: `${sealPrefixOf(keyId)}%` })),
        ...SEALED_JSON_COLUMNS.map((jsonColumn) => ({ ...jsonColumn, pattern: `%${sealPrefixOf(keyId)}%` })),
      ];
      for (const { table, column, pattern } of searches)
        if ((await knex(table).whereRaw('cast(?? as text) like ?', [column, pattern]).first(column)) !== undefined)
          return true;
      return false;
    },
  };
};
