import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import texts from '../../../../locales/de.json';
import { errorCodeOf } from '../../errors';
import { fillText } from '../../escape';
import { MOVED_TO_SETTING } from '../moved-database';
import type { PostgresText, SqliteValue } from './column-kinds';
import { formatCount } from './format-count';
import { createDigest, describeRow, keyOf, MoveRefusedError, quoteName, quoteNames } from './move-tables';
import type { MoveTable, TableDigest } from './move-tables';

/** Milliseconds for which the move waits until another process closes the SQLite file. */
const BUSY_TIMEOUT_MS = 1_000;

/** Maximum number of rows that the message about refused values names. */
const MAX_NAMED_ROWS = 20;

/**
 * Limits of a batch of rows. A batch ends with the row that reaches one of them, so that large rows need no more
 * memory.
 */
const BATCH_LIMITS = { rows: 1_000, characters: 4_000_000 } as const;

/** Character by which decoders replace bytes that are no valid text. */
const REPLACEMENT_CHARACTER = '\uFFFD';

/** Name and columns of a table in the SQLite database that is moved. */
interface SourceTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The SQLite database that is moved. No other process can open it meanwhile. */
export interface MoveSource {
  /** Names of the migrations that have run on the SQLite database. */
  readonly migrationNames: readonly string[];
  /**
   * Tables of the SQLite database with their columns. SQLite's own tables are left out, and the indexes that it stores
   * as tables.
   */
  readonly tables: readonly SourceTable[];
  /** Name of the database to which the SQLite database moves or was moved; null if it never was. */
  readonly movedTo: string | null;
  /**
   * Marks the SQLite database as moved to `target`, so that no gateway uses it any more. Returns row count and checksum
   * of each table. Throws `MoveRefusedError` without marking it if PostgreSQL can't store a value.
   */
  inspect(target: string, tables: readonly MoveTable[]): ReadonlyMap<string, TableDigest>;
  /** Reads the rows of a table after a key, sorted by key; null begins with the first row. */
  readBatches(table: MoveTable, afterKey: readonly PostgresText[] | null): Iterable<PostgresText[][]>;
  /** Highest id that was ever used in each table with automatic ids. */
  readonly lastIds: ReadonlyMap<string, number>;
  /** Removes the mark of a move, so that gateways may use the SQLite database again. */
  unmark(): void;
  close(): void;
}

const openAlone = (file: string): BetterSqlite.Database => {
  if (!existsSync(file)) throw new MoveRefusedError([fillText(texts.moveFileMissing, { file })]);
  const connection = new BetterSqlite(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    // Locks the file exclusively. Gateways and commands keep it open while they run, so none of them runs now, and none
    // can start before this connection is closed.
    connection.pragma('locking_mode = EXCLUSIVE');
    connection.exec('begin exclusive; commit');
    connection.defaultSafeIntegers(true);
    return connection;
  } catch (error) {
    connection.close();
    if (errorCodeOf(error)?.startsWith('SQLITE_BUSY') === true)
      throw new MoveRefusedError([fillText(texts.moveFileBusy, { file })]);
    if (errorCodeOf(error) === 'SQLITE_NOTADB')
      throw new MoveRefusedError([fillText(texts.moveFileNotSqlite, { file })]);
    throw error;
  }
};

const hasTable = (connection: BetterSqlite.Database, tableName: string): boolean =>
  connection.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(tableName) !== undefined;

const readNames = (connection: BetterSqlite.Database, sql: string, ...values: string[]): string[] =>
  connection
    .prepare<string[], string>(sql)
    .pluck()
    .all(...values);

const readTables = (connection: BetterSqlite.Database): SourceTable[] =>
  readNames(
    connection,
    "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name",
  ).map((name) => ({
    name,
    columns: readNames(connection, 'select name from pragma_table_info(?) order by cid', name),
  }));

const readLastIds = (connection: BetterSqlite.Database): ReadonlyMap<string, number> =>
  new Map(
    hasTable(connection, 'sqlite_sequence')
      ? connection
          .prepare<[], { name: string; seq: bigint }>('select name, seq from sqlite_sequence')
          .all()
          .map(({ name, seq }) => [name, Number(seq)])
      : [],
  );

const MARK_SQL =
  'insert into setting (key, value) values (?, ?) on conflict (key) do update set value = excluded.value';

/**
 * Opens the SQLite database that is moved for this process alone. Throws `MoveRefusedError` where that isn't possible.
 */
export const openMoveSource = (file: string): MoveSource => {
  const connection = openAlone(file);

  /** Returns the values of a key as SQLite stores them: whole numbers as numbers. */
  const keyValuesOf = ({ columns, keyColumns }: MoveTable, key: readonly PostgresText[]): SqliteValue[] =>
    key.map((text, index) => {
      const column = columns.find(({ name }) => name === keyColumns[index]);
      return text === null || column?.kind.storage !== 'integer' ? text : BigInt(text);
    });

  const readRows = (table: MoveTable, afterKey: readonly PostgresText[] | null): Iterable<SqliteValue[]> => {
    const keySql = quoteNames(table.keyColumns);
    const afterSql = afterKey === null ? '' : `where (${keySql}) > (${table.keyColumns.map(() => '?').join(', ')})`;
    return connection
      .prepare<SqliteValue[], SqliteValue[]>(
        `select ${quoteNames(table.columns.map(({ name }) => name))} from ${quoteName(table.name)} ${afterSql} order by ${keySql}`,
      )
      .raw()
      .iterate(...(afterKey === null ? [] : keyValuesOf(table, afterKey)));
  };

  const toPostgresRow = ({ columns }: MoveTable, row: readonly SqliteValue[]): PostgresText[] =>
    columns.map(({ kind }, index) => {
      const value = row[index] ?? null;
      return value === null ? null : kind.toPostgres(value);
    });

  const findColumnRefusals = ({ columns }: MoveTable, row: readonly SqliteValue[]): string[] =>
    columns.flatMap(({ name, kind, isNullable, maxLength }, index) => {
      const value = row[index] ?? null;
      if (value === null) return isNullable ? [] : [`${name} ${texts.moveValueMissing}`];
      const refusal = kind.findRefusal(value, maxLength);
      return refusal === null ? [] : [`${name} ${refusal}`];
    });

  // Checks whether a row contains invalid text. SQLite stores any bytes as text, and its driver decodes invalid ones as
  // the replacement character.
  const hasBrokenText = (table: MoveTable, key: readonly PostgresText[], columnName: string): boolean => {
    const keySql = table.keyColumns.map((keyColumn) => `${quoteName(keyColumn)} = ?`).join(' and ');
    const bytes = connection
      .prepare<SqliteValue[], Buffer>(
        `select cast(${quoteName(columnName)} as blob) from ${quoteName(table.name)} where ${keySql}`,
      )
      .pluck()
      .get(...keyValuesOf(table, key));
    return bytes === undefined || !isUtf8(bytes);
  };

  const inspectTable = (table: MoveTable, refuse: (refusal: string) => void): TableDigest => {
    const digest = createDigest(table);
    const suspectTexts: { readonly key: PostgresText[]; readonly columnName: string }[] = [];
    for (const row of readRows(table, null)) {
      const postgresRow = toPostgresRow(table, row);
      const key = keyOf(table, postgresRow);
      const columnRefusals = findColumnRefusals(table, row);
      for (const columnRefusal of columnRefusals) refuse(`${describeRow(table, key)}: ${columnRefusal}`);
      if (columnRefusals.length > 0) continue;
      digest.add(postgresRow);
      for (const [index, { name, kind }] of table.columns.entries())
        if (kind.storage !== 'bytes' && postgresRow[index]?.includes(REPLACEMENT_CHARACTER) === true)
          suspectTexts.push({ key, columnName: name });
    }
    for (const { key, columnName } of suspectTexts)
      if (hasBrokenText(table, key, columnName))
        refuse(`${describeRow(table, key)}: ${columnName} ${texts.moveValueNotUtf8}`);
    return digest.end();
  };

  const refuseBrokenReferences = (refuse: (refusal: string) => void): void => {
    const brokenReferences = connection
      .prepare<[], { table: string; rowid: bigint | null; parent: string }>('pragma foreign_key_check')
      .iterate();
    for (const { table, rowid, parent } of brokenReferences)
      refuse(fillText(texts.moveReferenceBroken, { table, row: String(rowid ?? '?'), parent }));
  };

  const digestTables = (tables: readonly MoveTable[]): ReadonlyMap<string, TableDigest> => {
    const namedRefusals: string[] = [];
    let refusalCount = 0;
    const refuse = (refusal: string): void => {
      refusalCount += 1;
      if (refusalCount <= MAX_NAMED_ROWS) namedRefusals.push(`  ${refusal}`);
    };
    const digests = new Map(tables.map((table) => [table.name, inspectTable(table, refuse)]));
    refuseBrokenReferences(refuse);
    if (refusalCount === 0) return digests;
    const unnamedCount = refusalCount - namedRefusals.length;
    throw new MoveRefusedError([
      texts.moveValuesRefused,
      ...namedRefusals,
      ...(unnamedCount > 0 ? [`  ${fillText(texts.moveValuesMore, { count: formatCount(unnamedCount) })}`] : []),
    ]);
  };

  return {
    migrationNames: hasTable(connection, 'knex_migrations')
      ? readNames(connection, 'select name from knex_migrations')
      : [],
    tables: readTables(connection),
    movedTo: hasTable(connection, 'setting')
      ? (readNames(connection, 'select value from setting where key = ?', MOVED_TO_SETTING)[0] ?? null)
      : null,
    lastIds: readLastIds(connection),

    inspect: (target, tables) =>
      connection.transaction(() => {
        connection.prepare(MARK_SQL).run(MOVED_TO_SETTING, target);
        return digestTables(tables);
      })(),

    *readBatches(table, afterKey) {
      let batch: PostgresText[][] = [];
      let characters = 0;
      for (const row of readRows(table, afterKey)) {
        const postgresRow = toPostgresRow(table, row);
        batch.push(postgresRow);
        for (const text of postgresRow) characters += text?.length ?? 0;
        if (batch.length < BATCH_LIMITS.rows && characters < BATCH_LIMITS.characters) continue;
        yield batch;
        batch = [];
        characters = 0;
      }
      if (batch.length > 0) yield batch;
    },

    unmark: () => void connection.prepare('delete from setting where key = ?').run(MOVED_TO_SETTING),
    close: () => void connection.close(),
  };
};
