import type { Knex } from 'knex';

/** Adds a column that says whether the owner has revoked the link of an invitation. */
export const up = (knex: Knex): Promise<void> =>
  knex.schema.alterTable('invitation', (table) => void table.boolean('is_link_revoked').notNullable().defaultTo(false));

/** Drops the column `is_link_revoked`. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  // On SQLite, the schema builder of knex would drop the column by rebuilding the table. Raw SQL drops only the column.
  await knex.raw('alter table "invitation" drop column is_link_revoked');
};
