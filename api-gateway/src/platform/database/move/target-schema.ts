import type { Client } from 'pg';
import { MOVE_PROGRESS_TABLE, MOVE_STATEMENT_TABLE } from '../moved-database';
import { columnKindOf } from './column-kinds';
import type { MoveColumn, MoveTable } from './move-tables';

/**
 * A statement that creates an index or a foreign key again after the rows are copied, and the statement that removes it
 * before.
 */
export interface DeferredStatement {
  readonly remove: string;
  readonly restore: string;
}

/** A column with automatic ids, and PostgreSQL's sequence that counts them. */
export interface CountedColumn {
  readonly table: string;
  readonly column: string;
  readonly sequence: string;
}

/** Tables that no move copies: the list of migrations, and the progress of the move itself. */
const OWN_TABLES: readonly string[] = [
  'knex_migrations',
  'knex_migrations_lock',
  MOVE_PROGRESS_TABLE,
  MOVE_STATEMENT_TABLE,
];

/** Checks whether a table isn't moved, because it belongs to one database alone. */
export const isOwnTable = (tableName: string): boolean => OWN_TABLES.includes(tableName);

const COLUMNS_SQL = `
  select cls.relname as "table", att.attname as name, typ.typname as type, not att.attnotnull as "isNullable",
         case when typ.typname = 'varchar' and att.atttypmod > 4 then att.atttypmod - 4 end as "maxLength"
  from pg_class cls
  join pg_attribute att on att.attrelid = cls.oid and att.attnum > 0 and not att.attisdropped
  join pg_type typ on typ.oid = att.atttypid
  where cls.relnamespace = current_schema()::regnamespace and cls.relkind = 'r'
  order by cls.relname, att.attnum`;

// SQL that finds the key of each table: its primary key, or a unique key of columns that are never null.
const KEYS_SQL = `
  select distinct on (cls.relname) cls.relname as "table",
         array(select att.attname::text from unnest(con.conkey) with ordinality as part(attnum, position)
               join pg_attribute att on att.attrelid = cls.oid and att.attnum = part.attnum order by part.position) as columns
  from pg_constraint con
  join pg_class cls on cls.oid = con.conrelid
  where con.connamespace = current_schema()::regnamespace and con.contype in ('p', 'u')
    and not exists (select from pg_attribute att
                    where att.attrelid = cls.oid and att.attnum = any (con.conkey) and not att.attnotnull)
  order by cls.relname, con.contype, con.conname`;

// SQL that finds the indexes and foreign keys. Indexes come first, because they help to check the foreign keys.
const DEFERRED_SQL = `
  select 1 as position, format('drop index %s', idx.indexrelid::regclass) as remove, pg_get_indexdef(idx.indexrelid) as restore
  from pg_index idx
  join pg_class cls on cls.oid = idx.indrelid
  where cls.relnamespace = current_schema()::regnamespace
    and not exists (select from pg_constraint con where con.conindid = idx.indexrelid)
  union all
  select 2, format('alter table %s drop constraint %I', con.conrelid::regclass, con.conname),
         format('alter table %s add constraint %I %s', con.conrelid::regclass, con.conname, pg_get_constraintdef(con.oid))
  from pg_constraint con
  where con.connamespace = current_schema()::regnamespace and con.contype = 'f'
  order by position, restore`;

const COUNTED_SQL = `
  select cls.relname as "table", att.attname as "column",
         pg_get_serial_sequence(cls.oid::regclass::text, att.attname) as sequence
  from pg_class cls
  join pg_attribute att on att.attrelid = cls.oid and att.attnum > 0 and not att.attisdropped
  where cls.relnamespace = current_schema()::regnamespace and cls.relkind = 'r'
    and pg_get_serial_sequence(cls.oid::regclass::text, att.attname) is not null`;

const RELATIONS_SQL = `
  select cls.relname as name from pg_class cls
  where cls.relnamespace = current_schema()::regnamespace and cls.relkind in ('r', 'p', 'v', 'm', 'f', 'S')`;

interface ColumnRow {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly maxLength: number | null;
}

const columnOf = ({ table, name, type, isNullable, maxLength }: ColumnRow): MoveColumn => ({
  name,
  kind: columnKindOf(type, `${table}.${name}`),
  isNullable,
  maxLength,
});

const checkKey = (table: MoveTable): MoveTable => {
  if (table.keyColumns.length === 0) throw new Error(`The move can't order the rows of ${table.name}: it has no key`);
  for (const { name, kind } of table.columns)
    if (table.keyColumns.includes(name) && kind.storage !== 'text' && kind.storage !== 'integer')
      throw new Error(`The move can't order the rows of ${table.name} by ${name}`);
  return table;
};

/**
 * Reads the tables that a move copies from a migrated PostgreSQL database, sorted by name. Throws for an unknown column
 * type.
 */
export const readMoveTables = async (client: Client): Promise<MoveTable[]> => {
  const { rows: columnRows } = await client.query<ColumnRow>(COLUMNS_SQL);
  const { rows: keyRows } = await client.query<{ table: string; columns: string[] }>(KEYS_SQL);
  const keyByTable = new Map(keyRows.map(({ table, columns }) => [table, columns]));
  const tableNames = [...new Set(columnRows.map(({ table }) => table))].filter((tableName) => !isOwnTable(tableName));
  return tableNames.map((name) =>
    checkKey({
      name,
      columns: columnRows.filter(({ table }) => table === name).map(columnOf),
      keyColumns: keyByTable.get(name) ?? [],
    }),
  );
};

/**
 * Reads the statements for indexes that belong to no key, and for foreign keys, in the sequence in which they must run.
 */
export const readDeferredStatements = async (client: Client): Promise<DeferredStatement[]> =>
  (await client.query<DeferredStatement>(DEFERRED_SQL)).rows;

/** Reads the columns with automatic ids. */
export const readCountedColumns = async (client: Client): Promise<CountedColumn[]> =>
  (await client.query<CountedColumn>(COUNTED_SQL)).rows.filter(({ table }) => !isOwnTable(table));

/** Reads the names of all tables and sequences in the database; an empty database has none. */
export const readRelationNames = async (client: Client): Promise<string[]> =>
  (await client.query<{ name: string }>(RELATIONS_SQL)).rows.map(({ name }) => name);
