import type { Knex } from 'knex';

/** Adds the request of an order for its whole lifetime, so that a repeat days later finds this order. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('customer_order', (table) => {
    // Idempotency-Key of the diner's client; null without one, for earlier orders, and after the diner's erasure.
    table.string('request_key', 128).nullable();
    table.unique(['uid', 'request_key']);
  });
};

/** Drops the column. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('customer_order', (table) => {
    table.dropUnique(['uid', 'request_key']);
  });
  // The schema builder would rebuild a table that others reference.
  await knex.raw('alter table customer_order drop column request_key');
};
