import type { Knex } from 'knex';

/** Adds the seller of an order, for its receipt, and the time at which the provider first refused a refund. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('customer_order', (table) => {
    // Name and address of the seller when the order was placed; null for orders that are older than this migration.
    table.jsonb('seller').nullable();
  });
  await knex.schema.alterTable('order_refund', (table) => {
    // Real time at which the provider first refused the refund; null without a refusal.
    table.bigInteger('refused_at').nullable();
  });
};

/** Drops the columns of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  // On SQLite, the schema builder of knex would drop the columns by rebuilding the tables, although other tables
  // reference them. Raw SQL drops only the columns.
  await knex.raw('alter table order_refund drop column refused_at');
  await knex.raw('alter table customer_order drop column seller');
};
