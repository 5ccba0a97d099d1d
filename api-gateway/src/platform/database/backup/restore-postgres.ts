import knexFactory from 'knex';
import type { Knex } from 'knex';
import { Client } from 'pg';
import { POSTGRES_CLIENT } from '../../../../migrations/engine';
import texts from '../../../../locales/de.json';
import type { PostgresConfig } from '../../config/database-config';
import { postgresNameOf } from '../../config/database-config';
import { fillText } from '../../escape';
import { startNewEpoch } from '../change-log';
import { noteRestore } from '../last-restore';
import { migrateUp } from '../open-database';
import { findUnsuitability, MIGRATION_LOCK_KEY, OLDEST_VERSION } from '../postgres-dialect';
import { BackupRefusedError } from './backup-manifest';
import { findDifferentTables, listTables, readFacts } from './database-facts';
import { runPostgresProgram } from './postgres-programs';
import { KEPT_SCHEMA_PREFIX } from './postgres-snapshot';
import type { RestoredDatabase, RestoreTarget } from './restore-sqlite';

/** Milliseconds for which a restore waits for the lock of a starting gateway. */
const LOCK_TIMEOUT_MS = 10_000;

const refuse = (line: string): never => {
  throw new BackupRefusedError([line]);
};

/** The PostgreSQL database that a restore replaces, opened by a single connection that holds the lock. */
interface HeldTarget {
  readonly client: Client;
  inTransaction<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T>;
}

const OTHER_CONNECTIONS_SQL = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Checks whether another process is connected to the database. Each running gateway and command is connected. */
const isInUse = async (client: Client): Promise<boolean> =>
  ((await client.query<{ count: number }>(OTHER_CONNECTIONS_SQL)).rows[0]?.count ?? 0) > 0;

/**
 * Runs `work` on a database that no other process uses. A gateway that starts meanwhile waits for the end, because it
 * takes the same lock to migrate.
 */
const withTarget = async <T>(database: PostgresConfig, work: (target: HeldTarget) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: database.url, application_name: 'mahlzeit-restore', keepAlive: true });
  // Ignores this event: the statement that runs while the connection breaks throws the same error.
  client.on('error', () => undefined);
  await client.connect();
  // Lets knex use the connection that holds the lock.
  const knex = knexFactory({
    client: POSTGRES_CLIENT,
    version: String(OLDEST_VERSION),
    log: { warn: () => undefined },
  });
  try {
    await client.query(
      `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = ${LOCK_TIMEOUT_MS}`,
    );
    if (await isInUse(client)) refuse(fillText(texts.restoreTargetBusy, { file: postgresNameOf(database.url) }));
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
    return await work({ client, inTransaction: (step) => knex.transaction(step, { connection: client }) });
  } finally {
    await knex.destroy();
    await client.end();
  }
};

const refuseUnfitTarget = async (
  { inTransaction }: HeldTarget,
  { database, isForced }: { readonly database: PostgresConfig; readonly isForced: boolean },
): Promise<{ readonly isUsed: boolean }> => {
  if ((await inTransaction(findUnsuitability)) !== null) refuse(texts.restoreTargetUnsuitable);
  const isUsed = (await inTransaction(listTables)).length > 0;
  if (isUsed && !isForced) refuse(fillText(texts.restoreTargetUsed, { target: postgresNameOf(database.url) }));
  return { isUsed };
};

/**
 * Refuses a database that another process uses, and a database with content unless the restore is forced. Changes
 * nothing.
 */
export const checkPostgresTarget = (database: PostgresConfig, isForced: boolean): Promise<void> =>
  withTarget(database, async (target) => void (await refuseUnfitTarget(target, { database, isForced })));

const EXTENSIONS_SQL = 'select extname as name from pg_extension where extnamespace = $1::regnamespace';

/** Moves PostgreSQL's extensions from a schema to another one. The extensions stay usable in both. */
const moveExtensions = async (client: Client, from: string, to: string): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(EXTENSIONS_SQL, [from]);
  for (const { name } of rows) await client.query(`alter extension "${name}" set schema "${to}"`);
};

const MAIN_SCHEMA = 'public';

/** Renames the schema with all its tables, and creates an empty schema in its place. */
const replaceMainSchema = ({ client, inTransaction }: HeldTarget, keptSchema: string): Promise<void> =>
  inTransaction(async () => {
    await client.query(`alter schema ${MAIN_SCHEMA} rename to "${keptSchema}"`);
    await client.query(`create schema ${MAIN_SCHEMA}`);
    await moveExtensions(client, keptSchema, MAIN_SCHEMA);
  });

const putBack = ({ client, inTransaction }: HeldTarget, keptSchema: string): Promise<void> =>
  inTransaction(async () => {
    await moveExtensions(client, MAIN_SCHEMA, keptSchema);
    await client.query(`drop schema ${MAIN_SCHEMA} cascade`);
    await client.query(`alter schema "${keptSchema}" rename to ${MAIN_SCHEMA}`);
  });

/** Loads a dump into the database and prepares it for gateways. */
const loadDump = async (
  dumpFile: string,
  { inTransaction }: HeldTarget,
  { database, migrations, manifest, realNow }: RestoreTarget & { readonly database: PostgresConfig },
): Promise<Omit<RestoredDatabase, 'kept'>> => {
  await runPostgresProgram(
    'pg_restore',
    ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges', dumpFile],
    { databaseUrl: database.url },
  );
  const loadedFacts = await inTransaction(readFacts);
  const differentTables = findDifferentTables(loadedFacts.tables, manifest.tables);
  if (differentTables.length > 0)
    refuse(
      fillText(texts.restoreContentBroken, { file: postgresNameOf(database.url), reason: differentTables.join(', ') }),
    );
  return inTransaction(async (trx) => {
    await migrateUp(trx, migrations);
    // Begins a new history of changes: every client gets a new snapshot, so that no page shows data that were written
    // after the backup.
    await startNewEpoch(trx);
    await noteRestore(trx, { takenAt: manifest.takenAt, restoredAt: realNow() });
    return readFacts(trx);
  });
};

/**
 * Replaces the tables of a PostgreSQL database by those of a checked dump. The former tables are kept in another
 * schema. A dump that can't be loaded changes nothing. Throws `BackupRefusedError` like `checkPostgresTarget`.
 */
export const restorePostgres = (
  dumpFile: string,
  database: PostgresConfig,
  restoreTarget: RestoreTarget,
): Promise<RestoredDatabase> =>
  withTarget(database, async (target) => {
    const { isUsed } = await refuseUnfitTarget(target, { database, isForced: restoreTarget.isForced });
    const keptSchema = `${KEPT_SCHEMA_PREFIX}${restoreTarget.realNow()}`;
    await replaceMainSchema(target, keptSchema);
    try {
      const restoredDatabase = await loadDump(dumpFile, target, { ...restoreTarget, database });
      if (!isUsed) await target.client.query(`drop schema "${keptSchema}" cascade`);
      // Computes statistics, because the first queries of the gateways would be slow without them.
      await target.client.query('analyze');
      return { ...restoredDatabase, kept: isUsed ? keptSchema : null };
    } catch (error) {
      await putBack(target, keptSchema);
      throw error;
    }
  });
