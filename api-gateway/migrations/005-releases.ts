import type { Knex } from 'knex';

/**
 * Creates the releases of the shell and the remotes, which never change, and the channels. Each channel names the
 * release that it delivers.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('release', (table) => {
    table.string('name', 64).notNullable();
    table.string('version', 128).notNullable();
    table.jsonb('manifest').notNullable();
    table.bigInteger('published_at').notNullable();
    table.primary(['name', 'version']);
  });

  await knex.schema.createTable('release_channel', (table) => {
    table.string('name', 64).notNullable();
    table.string('channel', 16).notNullable();
    table.string('version', 128).notNullable();
    table.primary(['name', 'channel']);
    table.foreign(['name', 'version']).references(['name', 'version']).inTable('release');
  });
};

/** Drops all tables of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  for (const table of ['release_channel', 'release']) await knex.schema.dropTable(table);
};
