import type { Knex } from 'knex';

/**
 * Adds two columns to the stored requests that are handled in several steps: a reference to the object that the request
 * creates, and the lease of the attempt in progress.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('idempotency', (table) => {
    // Key of the object that the request has begun to create, for example of an order. A repeated request continues
    // with this object.
    table.string('reference', 128).nullable();
    // Lease of the attempt in progress: a random text, and the real time after which another attempt may take over.
    table.string('lease', 32).nullable();
    table.bigInteger('leased_until').nullable();
  });
};

/** Drops the columns of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('idempotency', (table) => table.dropColumns('reference', 'lease', 'leased_until'));
};
