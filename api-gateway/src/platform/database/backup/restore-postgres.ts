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

/** Time that a restore waits for a starting gateway. */
const LOCK_TIMEOUT_MS = 10_000;

const refuse = (line: string): never => {
  throw new BackupRefusedError([line]);
};

/** The PostgreSQL database that a restore replaces, by one connection. */
interface HeldTarget {
  readonly client: Client;
  inTransaction<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T>;
}

const OTHERS_SQL = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Checks whether another process is connected to the database. Each gateway and command is while it runs. */
const isInUse = async (client: Client): Promise<boolean> =>
  ((await client.query<{ count: number }>(OTHERS_SQL)).rows[0]?.count ?? 0) > 0;

/**
 * Runs `work` on a database that no other process uses. A gateway that starts meanwhile waits for the end, because it
 * takes the same lock to migrate.
 */
const withTarget = async <T>(database: PostgresConfig, work: (target: HeldTarget) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: database.url, application_name: 'mahlzeit-restore', keepAlive: true });
  // The statement that runs while the connection breaks throws the same error.
  client.on('error', () => undefined);
  await client.connect();
  // Knex works on the connection that holds the lock.
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

const refuseUnfit = async (
  { inTransaction }: HeldTarget,
  { database, isForced }: { readonly database: PostgresConfig; readonly isForced: boolean },
): Promise<{ readonly isUsed: boolean }> => {
  if ((await inTransaction(findUnsuitability)) !== null) refuse(texts.restoreTargetUnsuitable);
  const isUsed = (await inTransaction(listTables)).length > 0;
  if (isUsed && !isForced) refuse(fillText(texts.restoreTargetUsed, { target: postgresNameOf(database.url) }));
  return { isUsed };
};

/** Refuses a database that a process uses, or that isn't empty where the restore isn't forced. Changes nothing. */
export const checkPostgresTarget = (database: PostgresConfig, isForced: boolean): Promise<void> =>
  withTarget(database, async (target) => void (await refuseUnfit(target, { database, isForced })));

const EXTENSIONS_SQL = 'select extname as name from pg_extension where extnamespace = $1::regnamespace';

/** Moves the extensions of a schema to another one; both keep working. */
const moveExtensions = async (client: Client, from: string, to: string): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(EXTENSIONS_SQL, [from]);
  for (const { name } of rows) await client.query(`alter extension "${name}" set schema "${to}"`);
};

const MAIN_SCHEMA = 'public';

/** Renames the schema with all tables, and creates an empty one in its place. */
const keepAside = ({ client, inTransaction }: HeldTarget, keptSchema: string): Promise<void> =>
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

/** Loads a dump and makes a database of it that gateways may use. */
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
    // Every client takes a fresh snapshot, so that no page keeps what was written after the backup.
    await startNewEpoch(trx);
    await noteRestore(trx, { takenAt: manifest.takenAt, restoredAt: realNow() });
    return readFacts(trx);
  });
};

/**
 * Loads a checked dump into a PostgreSQL database, whose former tables are kept in a schema of their own. A dump that
 * can't be loaded changes nothing. Throws `BackupRefusedError` like `checkPostgresTarget`.
 */
export const restorePostgres = (
  dumpFile: string,
  database: PostgresConfig,
  restoreTarget: RestoreTarget,
): Promise<RestoredDatabase> =>
  withTarget(database, async (target) => {
    const { isUsed } = await refuseUnfit(target, { database, isForced: restoreTarget.isForced });
    const keptSchema = `${KEPT_SCHEMA_PREFIX}${restoreTarget.realNow()}`;
    await keepAside(target, keptSchema);
    try {
      const restoredDatabase = await loadDump(dumpFile, target, { ...restoreTarget, database });
      if (!isUsed) await target.client.query(`drop schema "${keptSchema}" cascade`);
      // Without statistics the first queries of the gateways would be slow.
      await target.client.query('analyze');
      return { ...restoredDatabase, kept: isUsed ? keptSchema : null };
    } catch (error) {
      await putBack(target, keptSchema);
      throw error;
    }
  });
