import type { Knex } from 'knex';

/** Adds the time at which a third party's account was linked to a user who had another way to sign in. */
export const up = (knex: Knex): Promise<void> =>
  // From the gateway's clock, which tests can move; null for the account with which the user registered.
  knex.schema.alterTable('third_party_identity', (table) => void table.bigInteger('linked_at'));

/** Drops the column `linked_at`. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  // The schema builder would drop the column by rebuilding the table. Raw SQL drops only the column.
  await knex.raw('alter table "third_party_identity" drop column linked_at');
};
