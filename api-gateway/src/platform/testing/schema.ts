import type { Knex } from 'knex';
import * as z from 'zod/mini';
import { isPostgres } from '../database/engine-sql';

/** A table of a test's database: its columns and foreign keys. */
interface TableSchema {
  readonly columns: readonly string[];
  /** Foreign keys of the table: the column and the referenced table. */
  readonly references: readonly { readonly table: string; readonly from: string }[];
}

const TableRows = z.array(z.object({ name: z.string(), type: z.optional(z.string()) }));
const ColumnRows = z.array(z.object({ name: z.string() }));
const ReferenceRows = z.array(z.object({ table: z.string(), from: z.string() }));
const PostgresResult = z.object({ rows: z.array(z.unknown()) });

const readRows = async (knex: Knex, sqlText: string, values: readonly string[] = []): Promise<unknown> => {
  const result: unknown = await knex.raw(sqlText, [...values]);
  return isPostgres(knex) ? PostgresResult.parse(result).rows : result;
};

/** Reads the names of a test database's tables, without the tables of the migrations and of the engine itself. */
export const readTableNames = async (knex: Knex): Promise<string[]> => {
  const tableRows = TableRows.parse(
    await readRows(
      knex,
      isPostgres(knex)
        ? 'select table_name as name from information_schema.tables where table_schema = current_schema()'
        : 'pragma table_list',
    ),
  );
  // Leaves out the additional tables that SQLite creates for its text and location indexes.
  return tableRows
    .filter(({ name, type }) => type !== 'shadow' && !/^(sqlite|knex)_/.test(name))
    .map(({ name }) => name)
    .sort();
};

const COLUMNS_SQL = {
  sqlite: 'select name from pragma_table_info(?)',
  postgres:
    'select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = ?',
} as const;

const REFERENCES_SQL = {
  sqlite: 'select "table", "from" from pragma_foreign_key_list(?)',
  postgres: `select referenced.relname as "table", attname as "from" from pg_constraint
    join pg_class own on own.oid = conrelid join pg_class referenced on referenced.oid = confrelid
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and own.relname = ?`,
} as const;

/** Reads the columns and foreign keys of each table of `readTableNames`. */
export const readSchema = async (knex: Knex): Promise<Map<string, TableSchema>> => {
  const engine = isPostgres(knex) ? 'postgres' : 'sqlite';
  const schemaByTable = new Map<string, TableSchema>();
  for (const tableName of await readTableNames(knex))
    schemaByTable.set(tableName, {
      columns: ColumnRows.parse(await readRows(knex, COLUMNS_SQL[engine], [tableName])).map(({ name }) => name),
      references: ReferenceRows.parse(await readRows(knex, REFERENCES_SQL[engine], [tableName])),
    });
  return schemaByTable;
};
