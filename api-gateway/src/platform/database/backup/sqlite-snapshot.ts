import knexFactory from 'knex';
import type { Knex } from 'knex';
import type { SqliteConfig } from '../../config/database-config';
import { readFacts } from './database-facts';
import type { DatabaseFacts } from './backup-manifest';

/** Input of a snapshot: a SQLite database, and the file into which it is copied. */
export interface SnapshotJob {
  readonly database: SqliteConfig;
  readonly snapshotFile: string;
}

const openFile = ({ driver, file }: SqliteConfig): Knex =>
  knexFactory({
    client: driver,
    connection: { filename: file },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
    log: { warn: () => undefined },
  });

const withFile = async <T>(database: SqliteConfig, work: (knex: Knex) => Promise<T>): Promise<T> => {
  const knex = openFile(database);
  try {
    return await work(knex);
  } finally {
    await knex.destroy();
  }
};

/**
 * Copies the state of a SQLite database at one instant, while other processes write to it. Returns the counts of rows
 * in the copy. VACUUM INTO reads within one transaction and blocks no writers. Unlike a copy of the file, the result
 * contains no deleted rows.
 */
export const takeSqliteSnapshot = async ({ database, snapshotFile }: SnapshotJob): Promise<DatabaseFacts> => {
  await withFile(database, (knex) => knex.raw('vacuum into ?', [snapshotFile]));
  return withFile({ ...database, file: snapshotFile }, readFacts);
};

/**
 * Reads the data that identify a SQLite file, and checks each of its pages, indexes and references. Returns the faults.
 */
export const inspectSqliteFile = (
  database: SqliteConfig,
): Promise<{ readonly facts: DatabaseFacts; readonly faults: readonly string[] }> =>
  withFile(database, async (knex) => {
    const integrityRows = await knex.raw<{ integrity_check: string }[]>('pragma integrity_check');
    const brokenReferences = await knex.raw<{ table: string; parent: string }[]>('pragma foreign_key_check');
    return {
      facts: await readFacts(knex),
      faults: [
        ...integrityRows.map((row) => row.integrity_check).filter((finding) => finding !== 'ok'),
        ...brokenReferences.map(({ table, parent }) => `${table} → ${parent}`),
      ],
    };
  });
