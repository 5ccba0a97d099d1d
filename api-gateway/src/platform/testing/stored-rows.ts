import BetterSqlite from 'better-sqlite3';
import { Client } from 'pg';

/** Rows of each table in one form for all engines, sorted, so that a test can compare databases. */
export type StoredRows = ReadonlyMap<string, readonly string[]>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sortedValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortedValue);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortedValue(value[key])]),
  );
};

// Parses a text that looks like JSON: SQLite returns JSON as text, and PostgreSQL the parsed value.
const parsedText = (text: string): unknown => {
  if (!/^[[{"]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
};

const comparableValue = (value: unknown): unknown => {
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (typeof value === 'boolean') return value ? '1' : '0';
  // Converts numbers to text, because PostgreSQL's driver returns numbers of 64 bits as text.
  if (typeof value === 'number') return String(value);
  return sortedValue(typeof value === 'string' ? parsedText(value) : value);
};

const comparableRows = (rows: readonly object[]): string[] =>
  rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .sort(([leftName], [rightName]) => (leftName < rightName ? -1 : 1))
          .map(([columnName, value]) => [columnName, comparableValue(value)]),
      ),
    )
    .sort();

/** Runs a query on a SQLite file and returns its rows in the comparable form. */
export const querySqliteRows = (file: string, sql: string): string[] => {
  const connection = new BetterSqlite(file, { readonly: true });
  try {
    return comparableRows(connection.prepare<[], object>(sql).all());
  } finally {
    connection.close();
  }
};

const TABLES_SQL =
  "select name from pragma_table_list where schema = 'main' and type = 'table' and name not glob 'sqlite_*' and name not glob 'knex_*'";

/** Reads all rows of a SQLite file, except the tables of the migrations. */
export const readSqliteRows = (file: string): StoredRows => {
  const connection = new BetterSqlite(file, { readonly: true });
  const tableNames = connection.prepare<[], string>(TABLES_SQL).pluck().all();
  connection.close();
  return new Map(tableNames.map((name) => [name, querySqliteRows(file, `select * from "${name}"`)]));
};

/** Runs a statement on a PostgreSQL database and returns its rows. */
export const queryPostgres = async <Row extends object>(url: string, statement: string): Promise<Row[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
};

/** Runs a query on a PostgreSQL database and returns its rows in the comparable form. */
export const queryPostgresRows = async (url: string, sql: string): Promise<string[]> =>
  comparableRows(await queryPostgres(url, sql));

/** Reads all rows of a PostgreSQL database, except the tables of the migrations. */
export const readPostgresRows = async (url: string): Promise<StoredRows> => {
  const tables = await queryPostgres<{ name: string }>(
    url,
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'knex%'",
  );
  const rowsByTable = new Map<string, readonly string[]>();
  for (const { name } of tables) rowsByTable.set(name, await queryPostgresRows(url, `select * from "${name}"`));
  return rowsByTable;
};

/** Returns a stored row in the form in which it can be inserted again: PostgreSQL has parsed its JSON. */
export const insertableRow = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  );
