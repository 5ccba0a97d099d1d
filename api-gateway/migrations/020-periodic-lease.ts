import type { Knex } from 'knex';

/** Adds a lease to periodic jobs, so that two gateways never run the same job at once. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('periodic_job', (table) => {
    // Random text that identifies the run in progress; null without a run.
    table.string('lease', 32).nullable();
    // Time, by the machine's clock, at which the lease expires. While the job runs, it postpones this time again and
    // again.
    table.bigInteger('leased_until').nullable();
  });
};

/** Drops the columns of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('periodic_job', (table) => table.dropColumns('lease', 'leased_until'));
};
