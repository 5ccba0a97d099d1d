import type { Knex } from 'knex';

/** Adds the user of a stored request, which is deleted with them. Earlier rows expire within a day. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('idempotency', (table) => {
    table.string('person', 64).nullable().index();
  });
};

/** Drops the column. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('idempotency', (table) => void table.dropIndex(['person']));
  await knex.schema.alterTable('idempotency', (table) => table.dropColumns('person'));
};
