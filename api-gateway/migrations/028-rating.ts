import type { Knex } from 'knex';

/** Adds the diner's rating of an order. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('customer_order', (table) => {
    // The diner's rating of the order: 1 to 5 stars; null without a rating.
    table.integer('stars').nullable();
    // Time, by the gateway's clock, of the rating; null without a rating and after the diner's erasure.
    table.bigInteger('rated_at').nullable();
  });
};

/** Drops the columns of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  // On SQLite, the schema builder of knex would drop the columns by rebuilding the table, although other tables
  // reference it. Raw SQL drops only the columns.
  await knex.raw('alter table customer_order drop column rated_at');
  await knex.raw('alter table customer_order drop column stars');
};
