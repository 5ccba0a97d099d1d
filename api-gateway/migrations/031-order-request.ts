import type { Knex } from 'knex';

/**
 * Adds the Idempotency-Key of the request that placed an order. A repeated request then finds its order even days
 * later, when the stored response has expired.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('customer_order', (table) => {
    // Idempotency-Key that the diner's client sent with the order; null without one, for earlier orders, and after the
    // diner's erasure.
    table.string('request_key', 128).nullable();
    table.unique(['uid', 'request_key']);
  });
};

/** Drops the column `request_key`. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('customer_order', (table) => {
    table.dropUnique(['uid', 'request_key']);
  });
  // On SQLite, the schema builder of knex would drop the column by rebuilding the table, although other tables
  // reference it. Raw SQL drops only the column.
  await knex.raw('alter table customer_order drop column request_key');
};
