import type { Knex } from 'knex';

/**
 * Adds the user's uid to each stored request, so that the erasure of the user also deletes the request. Requests
 * without a uid expire within a day.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('idempotency', (table) => {
    table.string('person', 64).nullable().index();
  });
};

/** Drops the column `person`. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('idempotency', (table) => void table.dropIndex(['person']));
  await knex.schema.alterTable('idempotency', (table) => table.dropColumns('person'));
};
