import BetterSqlite from 'better-sqlite3';
import { Client } from 'pg';

/** Rows of each table in one form for all engines, sorted. */
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

// SQLite returns JSON as text, and PostgreSQL the parsed value. A text that looks like JSON is parsed on both sides.
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
  // PostgreSQL's driver returns numbers of 64 bits as text.
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

/** Reads all rows of a SQLite file, except the tables of the migrations. */
export const readSqliteRows = (file: string): StoredRows => {
  const connection = new BetterSqlite(file, { readonly: true });
  try {
    const tables = connection
      .prepare<[], { name: string }>(
        "select name from pragma_table_list where schema = 'main' and type = 'table' and name not glob 'sqlite_*' and name not glob 'knex_*'",
      )
      .all();
    return new Map(
      tables.map(({ name }) => [name, comparableRows(connection.prepare<[], object>(`select * from "${name}"`).all())]),
    );
  } finally {
    connection.close();
  }
};

const withClient = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Runs a statement on a PostgreSQL database and returns its rows. */
export const queryPostgres = <Row extends object>(url: string, statement: string): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query<Row>(statement)).rows);

/** Reads all rows of a PostgreSQL database, except the tables of the migrations. */
export const readPostgresRows = (url: string): Promise<StoredRows> =>
  withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'knex%'",
    );
    const rowsByTable = new Map<string, readonly string[]>();
    for (const { name } of tables)
      rowsByTable.set(name, comparableRows((await client.query<object>(`select * from "${name}"`)).rows));
    return rowsByTable;
  });
