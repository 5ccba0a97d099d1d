import type { Knex } from 'knex';

/** Adds the release channel that a user has chosen. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable(
    'user',
    (table) => void table.string('release_channel', 16).notNullable().defaultTo('stable'),
  );
};

/** Drops the column of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  // On SQLite, the schema builder of knex would drop the column by rebuilding the table, although other tables
  // reference it. Raw SQL drops only the column.
  await knex.raw('alter table ?? drop column ??', ['user', 'release_channel']);
};
