import type { Knex } from 'knex';

/**
 * Adds the time at which an existing user linked a third party's account, and the window (popup or page) in which a
 * sign-in runs.
 */
export const up = async (knex: Knex): Promise<void> => {
  // Time at which the third party's account was linked, from the gateway's clock, which tests can move; null for the
  // account with which the user registered.
  await knex.schema.alterTable('third_party_identity', (table) => void table.bigInteger('linked_at'));
  await knex.schema.alterTable(
    'sign_in_attempt',
    (table) => void table.string('display', 8).notNullable().defaultTo('popup'),
  );
};

/** Drops the columns of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  // On SQLite, the schema builder of knex would drop a column by rebuilding the table. Raw SQL drops only the column.
  await knex.raw('alter table "third_party_identity" drop column linked_at');
  await knex.raw('alter table "sign_in_attempt" drop column display');
};
