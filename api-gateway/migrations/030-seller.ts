import type { Knex } from 'knex';

/** Who has sold an order, as its papers say it for ever, and since when a provider refuses a refund. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('customer_order', (table) => {
    // Name and address when it was placed; null in orders of before.
    table.json('seller').nullable();
  });
  await knex.schema.alterTable('order_refund', (table) => {
    // Real time of the first refusal; null: there was none.
    table.bigInteger('refused_at').nullable();
  });
};

/** Forgets it. */
export const down = async (knex: Knex): Promise<void> => {
  // Not by the schema builder, which rebuilds a table that others hang on.
  await knex.raw('alter table order_refund drop column refused_at');
  await knex.raw('alter table customer_order drop column seller');
};
