import type { Knex } from 'knex';

/** One migration; `name` orders and identifies it for ever. */
export interface Migration {
  readonly name: string;
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}

// An explicit list instead of a folder scan, because the gateway runs from one bundle.
const sourceOf = (migrations: readonly Migration[]): Knex.MigrationSource<Migration> => ({
  getMigrations: async () => [...migrations],
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => migration,
});

/** Runs what is pending inside the caller's transaction: a kill in the middle leaves neither half a schema nor a stuck lock. */
export const migrateUp = async (trx: Knex.Transaction, migrations: readonly Migration[]): Promise<void> => {
  await trx.migrate.latest({ migrationSource: sourceOf(migrations) });
};

/** Whether every migration has run. */
export const isMigrated = async (knex: Knex, migrations: readonly Migration[]): Promise<boolean> => {
  const rows = await knex<{ name: string }>('knex_migrations').select('name');
  const done = new Set(rows.map((row) => row.name));
  return migrations.every((migration) => done.has(migration.name));
};
