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

/** Time that the move waits for another process to close the file. */
const BUSY_TIMEOUT_MS = 1_000;

/** Maximum number of rows that a refusal names. */
const MAX_NAMED_ROWS = 20;

/** A batch ends with the row that reaches one of these limits, so that the memory stays the same for large rows. */
const BATCH_LIMITS = { rows: 1_000, characters: 4_000_000 } as const;

/** Character that decoders put in place of bytes that are no text. */
const REPLACEMENT_CHARACTER = '\uFFFD';

/** Name and columns of a table of the source. */
interface SourceTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The SQLite database from which a move copies. No other process can open it meanwhile. */
export interface MoveSource {
  /** Names of the migrations that have run. */
  readonly migrationNames: readonly string[];
  /** Tables with their columns, without SQLite's own tables and the indexes that it keeps as tables. */
  readonly tables: readonly SourceTable[];
  /** Name of the database to which the source moves or was moved; null for a source that wasn't. */
  readonly movedTo: string | null;
  /**
   * Marks the source as moved to `target`, so that no gateway starts on it, and returns the digest of each table.
   * Throws `MoveRefusedError`, and leaves the source unmarked, where PostgreSQL can't hold a value.
   */
  inspect(target: string, tables: readonly MoveTable[]): ReadonlyMap<string, TableDigest>;
  /** Reads the rows of an inspected table after a key, in the order of the key; null begins with the first row. */
  readBatches(table: MoveTable, afterKey: readonly PostgresText[] | null): Iterable<PostgresText[][]>;
  /** Highest id that each table with counted ids has ever given. */
  readonly lastIds: ReadonlyMap<string, number>;
  /** Removes the mark, so that gateways may use the database again. */
  unmark(): void;
  close(): void;
}

const openAlone = (file: string): BetterSqlite.Database => {
  if (!existsSync(file)) throw new MoveRefusedError([fillText(texts.moveFileMissing, { file })]);
  const connection = new BetterSqlite(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    // In this mode SQLite needs the file for itself. Each gateway and command keeps the file open while it runs, so
    // none of them runs now, and none can start before this connection is closed.
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

/** Opens the source for this process alone. Throws `MoveRefusedError` where that isn't possible. */
export const openMoveSource = (file: string): MoveSource => {
  const connection = openAlone(file);

  /** Binds the values of a key as SQLite stores them: whole numbers as numbers. */
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

  // SQLite stores any bytes as text, and its driver decodes what is no text as the replacement character.
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
