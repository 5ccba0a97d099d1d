import knexFactory from 'knex';
import type { PostgresConfig } from '../../config/database-config';
import { createPostgresDialect } from '../postgres-dialect';
import { query, sql } from '../statement';
import { readFacts } from './database-facts';
import type { DatabaseFacts } from './backup-manifest';
import { runPostgresProgram } from './postgres-programs';

/** Prefix of the schema to which a restore moves the former tables. */
export const KEPT_SCHEMA_PREFIX = 'before_restore_';

/**
 * Dumps the state of a PostgreSQL database at one instant, while other processes write to it. Returns the counts of its
 * rows at that instant.
 */
export const takePostgresSnapshot = async (
  database: PostgresConfig,
  snapshotFile: string,
  signal?: AbortSignal,
): Promise<DatabaseFacts> => {
  const knex = knexFactory(createPostgresDialect(database).reader);
  try {
    // Makes the dump use the snapshot of this transaction, so that the counted rows are those of the dump.
    return await knex.transaction(async (trx) => {
      // Switches off the timeouts, because the dump of a large database may take longer than any statement of a
      // gateway.
      await trx.raw('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
      const [snapshot] = await query<{ id: string }>(trx, sql`select pg_export_snapshot() as id`);
      await runPostgresProgram(
        'pg_dump',
        [
          '--format=custom',
          '--no-owner',
          '--no-privileges',
          `--exclude-schema=${KEPT_SCHEMA_PREFIX}*`,
          `--snapshot=${snapshot?.id}`,
          `--file=${snapshotFile}`,
        ],
        { databaseUrl: database.url, signal },
      );
      return readFacts(trx);
    });
  } finally {
    await knex.destroy();
  }
};
