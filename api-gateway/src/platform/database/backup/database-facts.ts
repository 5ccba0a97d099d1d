import type { Knex } from 'knex';
import { isPostgres } from '../engine-sql';
import { invariant } from '../../invariant';
import { EPOCH_SETTING } from '../change-log';
import { readMigrationNames } from '../open-database';
import { readSetting, SECRET_RING_SETTING } from '../rows';
import type { DatabaseFacts } from './backup-manifest';

const SQLITE_TABLES_SQL =
  "select name from pragma_table_list where schema = 'main' and type = 'table' and name not glob 'sqlite_*' order by name";
const POSTGRES_TABLES_SQL = `select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`;

interface NameRow {
  readonly name: string;
}

/** Lists the names of all tables that belong to the product's database. */
export const listTables = async (knex: Knex): Promise<string[]> => {
  const nameRows: readonly NameRow[] = isPostgres(knex)
    ? (await knex.raw<{ rows: NameRow[] }>(POSTGRES_TABLES_SQL)).rows
    : await knex.raw<NameRow[]>(SQLITE_TABLES_SQL);
  return nameRows.map(({ name }) => name);
};

/** Counts the rows of all tables, and reads the values that identify the database. */
export const readFacts = async (knex: Knex): Promise<DatabaseFacts> => {
  const tables: Record<string, number> = {};
  for (const name of await listTables(knex)) {
    const [countRow] = await knex(name).count<{ count: number | string }[]>({ count: '*' });
    tables[name] = Number(countRow?.count ?? 0);
  }
  const epoch = await readSetting(knex, EPOCH_SETTING);
  invariant(epoch, 'setting', EPOCH_SETTING);
  return {
    migrations: await readMigrationNames(knex),
    epoch,
    ring: await readSetting(knex, SECRET_RING_SETTING),
    tables,
  };
};

/** Returns the names of the tables whose number of rows differs between two databases. */
export const findDifferentTables = (left: DatabaseFacts['tables'], right: DatabaseFacts['tables']): string[] =>
  [...new Set([...Object.keys(left), ...Object.keys(right)])].filter((name) => left[name] !== right[name]).sort();
