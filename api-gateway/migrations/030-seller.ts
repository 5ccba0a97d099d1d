import type { Knex } from 'knex';

/** Adds the seller of an order for its receipts, and the time of a refund's first refusal. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('customer_order', (table) => {
    // Name and address at the time of the order; null in earlier orders.
    table.json('seller').nullable();
  });
  await knex.schema.alterTable('order_refund', (table) => {
    // Real time of the first refusal; null without one.
    table.bigInteger('refused_at').nullable();
  });
};

/** Drops the columns. */
export const down = async (knex: Knex): Promise<void> => {
  // The schema builder would rebuild a table that others reference.
  await knex.raw('alter table order_refund drop column refused_at');
  await knex.raw('alter table customer_order drop column seller');
};
