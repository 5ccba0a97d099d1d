import type { Knex } from 'knex';

/** Adds the reference and the lease of a request with steps. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('idempotency', (table) => {
    // The handler's key of the thing that it has begun, for example an order's.
    table.string('reference', 128).nullable();
    // Attempt in progress: a random text, and the real time from which another attempt may take over.
    table.string('lease', 32).nullable();
    table.bigInteger('leased_until').nullable();
  });
};

/** Drops the columns. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('idempotency', (table) => table.dropColumns('reference', 'lease', 'leased_until'));
};
