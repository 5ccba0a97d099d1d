import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import knexFactory from 'knex';
import type { Knex } from 'knex';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { POSTGRES_CLIENT } from '../../../../migrations/engine';
import texts from '../../../../locales/de.json';
import { errorCodeOf } from '../../errors';
import { fillText } from '../../escape';
import { startNewEpoch } from '../change-log';
import { MOVE_PROGRESS_TABLE, MOVE_STATEMENT_TABLE, MOVED_TO_SETTING } from '../moved-database';
import { migrateUp } from '../open-database';
import type { Migration } from '../open-database';
import { findUnsuitability, MIGRATION_LOCK_KEY, OLDEST_VERSION } from '../postgres-dialect';
import type { Unsuitability } from '../postgres-dialect';
import type { PostgresText } from './column-kinds';
import { createDigest, keyOf, MoveRefusedError, quoteName, quoteNames } from './move-tables';
import type { MoveTable, TableDigest } from './move-tables';
import { readCountedColumns, readDeferredStatements, readMoveTables, readRelationNames } from './target-schema';

/** Content of the PostgreSQL database into which a move copies: nothing, a part of a move, or anything else. */
type TargetState = 'empty' | 'unfinished' | 'used';

/** Progress of the move of one table. */
export interface TableProgress {
  readonly table: string;
  /** Digest of the table in the SQLite database when the move began. */
  readonly source: TableDigest;
  readonly copiedRows: number;
  /** Key of the last row that was copied; null before the first row. */
  readonly lastKey: readonly PostgresText[] | null;
}

/**
 * The PostgreSQL database into which a move copies, by one connection. The connection holds the lock of the migrations,
 * so no other move runs and no gateway starts meanwhile.
 */
export interface MoveTarget {
  readState(): Promise<TargetState>;
  /** Names of the migrations that have run on the PostgreSQL database. */
  readMigrationNames(): Promise<string[]>;
  /**
   * Begins a move: creates the tables by the migrations, without rows, indexes and foreign keys, and stores the digests
   * that `readDigests` returns for them. When `readDigests` throws, the database stays empty.
   */
  begin(
    migrations: readonly Migration[],
    readDigests: (tables: readonly MoveTable[]) => ReadonlyMap<string, TableDigest>,
  ): Promise<void>;
  /** Reads the tables that are moved, sorted by name. */
  readTables(): Promise<MoveTable[]>;
  readProgress(): Promise<TableProgress[]>;
  /** Inserts the next rows of a table, and stores the progress in the same transaction. */
  copyBatch(table: MoveTable, rows: readonly (readonly PostgresText[])[]): Promise<void>;
  /** Runs the next statement that creates an index or a foreign key again; returns false when there is none. */
  restoreNext(): Promise<boolean>;
  readDigest(table: MoveTable): Promise<TableDigest>;
  /**
   * Ends the move: automatic ids continue after `lastIds`, a new history of changes begins, and gateways may use the
   * database.
   */
  finish(lastIds: ReadonlyMap<string, number>): Promise<void>;
  /**
   * Returns the error that has ended the connection to PostgreSQL; null while it is open. Each later statement fails
   * because of it.
   */
  connectionError(): Error | null;
  close(): Promise<void>;
}

/** Milliseconds for which the move waits for an earlier move or a starting gateway. */
const LOCK_TIMEOUT_MS = 10_000;

// Settings of the connection: the server notices within two seconds that this process has ended, so that a repeated
// move doesn't wait for it.
const SESSION_SQL = `
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set lock_timeout = ${LOCK_TIMEOUT_MS};
  set client_connection_check_interval = '2s';
  set maintenance_work_mem = '128MB';
  set bytea_output = 'hex'`;

/** Number of rows that are read at once from a table; few from a table with files. */
const ROWS_PER_READ = { table: 1_000, files: 16 } as const;

const LOCK_NOT_AVAILABLE = '55P03';

const returnText = (text: string): string => text;
/** Makes the driver return each value as the text that PostgreSQL writes. */
const textTypes = { getTypeParser: () => returnText };

interface ProgressRow {
  readonly table: string;
  readonly sourceRows: number;
  readonly sourceChecksum: string;
  readonly copiedRows: number;
  readonly lastKey: readonly PostgresText[] | null;
}

const PROGRESS_TABLES_SQL = `
  create table ${MOVE_PROGRESS_TABLE} (
    table_name text primary key, source_rows bigint not null, source_checksum text not null,
    copied_rows bigint not null default 0, last_key jsonb);
  create table ${MOVE_STATEMENT_TABLE} (position serial primary key, statement text not null)`;

const READ_PROGRESS_SQL = `
  select table_name as "table", source_rows::float8 as "sourceRows", source_checksum as "sourceChecksum",
         copied_rows::float8 as "copiedRows", last_key as "lastKey"
  from ${MOVE_PROGRESS_TABLE}`;

const COPY_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Formats rows in the text format of PostgreSQL's COPY. */
const copyTextOf = (rows: readonly (readonly PostgresText[])[]): string =>
  rows
    .map((row) =>
      row
        .map((text) =>
          text === null ? '\\N' : text.replace(/[\\\t\n\r]/g, (character) => COPY_ESCAPES[character] ?? ''),
        )
        .join('\t'),
    )
    .map((line) => `${line}\n`)
    .join('');

// Takes the lock that a starting gateway also takes to migrate, so that it waits for the end of the move.
const lockTarget = async (client: Client): Promise<void> => {
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
  } catch (error) {
    if (errorCodeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new MoveRefusedError([texts.moveTargetBusy]);
  }
};

const describeUnsuitability = ({ reason, version, encoding, collation }: Unsuitability): string =>
  reason === 'version'
    ? fillText(texts.moveTargetVersion, { oldestVersion: OLDEST_VERSION, version })
    : fillText(texts.moveTargetEncoding, { encoding, collation });

/**
 * Connects to the PostgreSQL database of the move. Throws `MoveRefusedError` for a server or a database that gateways
 * can't use.
 */
export const openMoveTarget = async (url: string): Promise<MoveTarget> => {
  const client = new Client({ connectionString: url, application_name: 'mahlzeit-move', keepAlive: true });
  let connectionError: Error | null = null;
  client.on('error', (error) => {
    connectionError ??= error;
  });
  await client.connect();
  // Lets knex run the migrations on the connection that holds the lock.
  const knex = knexFactory({
    client: POSTGRES_CLIENT,
    version: String(OLDEST_VERSION),
    log: { warn: () => undefined },
  });
  const inTransaction = <T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
    knex.transaction(work, { connection: client });

  const close = async (): Promise<void> => {
    await knex.destroy();
    await client.end();
  };

  const deferStatements = async (): Promise<void> => {
    const statements = await readDeferredStatements(client);
    for (const { remove } of statements) await client.query(remove);
    await client.query(PROGRESS_TABLES_SQL);
    await client.query(`insert into ${MOVE_STATEMENT_TABLE} (statement) select unnest($1::text[])`, [
      statements.map(({ restore }) => restore),
    ]);
  };

  const storeProgress = async (digests: ReadonlyMap<string, TableDigest>): Promise<void> => {
    for (const [table, { rows, checksum }] of digests)
      await client.query(
        `insert into ${MOVE_PROGRESS_TABLE} (table_name, source_rows, source_checksum) values ($1, $2, $3)`,
        [table, rows, checksum],
      );
  };

  const continueCounters = async (lastIds: ReadonlyMap<string, number>): Promise<void> => {
    for (const { table, column, sequence } of await readCountedColumns(client))
      await client.query(
        `select setval($1::regclass, greatest(max(${quoteName(column)}), $2::bigint, 1),
                       greatest(max(${quoteName(column)}), $2::bigint) is not null) from ${quoteName(table)}`,
        [sequence, lastIds.get(table) ?? null],
      );
  };

  const readFrom = async (table: MoveTable): Promise<TableDigest> => {
    const digest = createDigest(table);
    const columnSql = quoteNames(table.columns.map(({ name }) => name));
    await client.query(
      `declare moved_row no scroll cursor for select ${columnSql} from ${quoteName(table.name)} order by ${quoteNames(table.keyColumns)}`,
    );
    const hasFiles = table.columns.some(({ kind }) => kind.storage === 'bytes');
    const text = `fetch ${hasFiles ? ROWS_PER_READ.files : ROWS_PER_READ.table} from moved_row`;
    for (;;) {
      const { rows } = await client.query<PostgresText[]>({ text, rowMode: 'array', types: textTypes });
      if (rows.length === 0) break;
      for (const row of rows) digest.add(row);
    }
    await client.query('close moved_row');
    return digest.end();
  };

  try {
    const unsuitability = await inTransaction(findUnsuitability);
    if (unsuitability !== null) throw new MoveRefusedError([describeUnsuitability(unsuitability)]);
    // Sets the settings of the connection after the check of the version, because older servers don't know all of them.
    await client.query(SESSION_SQL);
    await lockTarget(client);
  } catch (error) {
    await close();
    throw error;
  }

  return {
    async readState() {
      const relationNames = await readRelationNames(client);
      if (relationNames.length === 0) return 'empty';
      return relationNames.includes(MOVE_PROGRESS_TABLE) ? 'unfinished' : 'used';
    },

    readMigrationNames: async () =>
      (await client.query<{ name: string }>('select name from knex_migrations')).rows.map(({ name }) => name),

    begin: (migrations, readDigests) =>
      inTransaction(async (trx) => {
        await migrateUp(trx, migrations);
        const tables = await readMoveTables(client);
        // Empties tables that the migrations have filled, because their rows come from the SQLite database.
        await client.query(`truncate ${quoteNames(tables.map(({ name }) => name))}`);
        await deferStatements();
        await storeProgress(readDigests(tables));
      }),

    readTables: () => readMoveTables(client),

    readProgress: async () =>
      (await client.query<ProgressRow>(READ_PROGRESS_SQL)).rows.map(
        ({ table, sourceRows, sourceChecksum, copiedRows, lastKey }) => ({
          table,
          source: { rows: sourceRows, checksum: sourceChecksum },
          copiedRows,
          lastKey,
        }),
      ),

    copyBatch: (table, rows) =>
      inTransaction(async () => {
        const columnSql = quoteNames(table.columns.map(({ name }) => name));
        await pipeline(
          Readable.from([copyTextOf(rows)]),
          client.query(copyFrom(`copy ${quoteName(table.name)} (${columnSql}) from stdin`)),
        );
        await client.query(
          `update ${MOVE_PROGRESS_TABLE} set copied_rows = copied_rows + $2, last_key = $3 where table_name = $1`,
          [table.name, rows.length, JSON.stringify(keyOf(table, rows.at(-1) ?? []))],
        );
      }),

    restoreNext: () =>
      inTransaction(async () => {
        const { rows } = await client.query<{ statement: string }>(
          `delete from ${MOVE_STATEMENT_TABLE} where position = (select min(position) from ${MOVE_STATEMENT_TABLE}) returning statement`,
        );
        const [next] = rows;
        if (next === undefined) return false;
        await client.query(next.statement);
        return true;
      }),

    readDigest: (table) => inTransaction(() => readFrom(table)),

    async finish(lastIds) {
      // Computes statistics, because the first queries of the gateways would be slow without them.
      await client.query('analyze');
      await inTransaction(async (trx) => {
        await continueCounters(lastIds);
        await client.query('delete from setting where key = $1', [MOVED_TO_SETTING]);
        await startNewEpoch(trx);
        await client.query(`drop table ${MOVE_PROGRESS_TABLE}, ${MOVE_STATEMENT_TABLE}`);
      });
    },

    connectionError: () => connectionError,
    close,
  };
};
