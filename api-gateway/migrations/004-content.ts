import type { Knex } from 'knex';

/** Creates the version infos of the app and the legal documents. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('version_info', (table) => {
    table.string('major', 16).primary();
    table.boolean('is_maintenance').notNullable();
    table.string('required_version', 32);
  });

  await knex.schema.createTable('legal_document', (table) => {
    table.string('kind', 32).notNullable();
    table.string('language', 2).notNullable();
    table.integer('version').notNullable();
    table.string('title', 255).notNullable();
    table.text('html').notNullable();
    table.boolean('is_sample').notNullable();
    table.primary(['kind', 'language']);
  });
};

/** Drops all tables of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  for (const table of ['legal_document', 'version_info']) await knex.schema.dropTable(table);
};
