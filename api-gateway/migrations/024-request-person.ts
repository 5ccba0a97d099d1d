import type { Knex } from 'knex';

/** Whose a request is of which something is kept: it goes with them. What was kept before runs out within a day. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('idempotency', (table) => {
    table.string('person', 64).nullable().index();
  });
};

/** Forgets it. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('idempotency', (table) => void table.dropIndex(['person']));
  await knex.schema.alterTable('idempotency', (table) => table.dropColumns('person'));
};
