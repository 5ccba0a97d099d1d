import type { Knex } from 'knex';

/** Adds the lease of a running periodic job. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('periodic_job', (table) => {
    // Random text of one run; null without a run.
    table.string('lease', 32).nullable();
    // Real time, prolonged while the run continues.
    table.bigInteger('leased_until').nullable();
  });
};

/** Drops the leases. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('periodic_job', (table) => table.dropColumns('lease', 'leased_until'));
};
