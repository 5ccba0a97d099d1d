import knexFactory from 'knex';
import type { Knex } from 'knex';
import type { SqliteConfig } from '../../config/database-config';
import { readFacts } from './database-facts';
import type { DatabaseFacts } from './backup-manifest';

/** A SQLite database, and the file that a snapshot of it creates. */
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
 * Copies a SQLite database as it is at one instant, beside processes that write to it, and returns the facts of the
 * copy. VACUUM INTO reads within one transaction, so writers go on. It leaves out deleted rows, unlike a copy of pages.
 */
export const takeSqliteSnapshot = async ({ database, snapshotFile }: SnapshotJob): Promise<DatabaseFacts> => {
  await withFile(database, (knex) => knex.raw('vacuum into ?', [snapshotFile]));
  return withFile({ ...database, file: snapshotFile }, readFacts);
};

/** Reads the facts of a file, and checks each of its pages, indexes and references. Returns what is wrong. */
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
