import type { Knex } from 'knex';

/** Adds the diner's rating of an order. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('customer_order', (table) => {
    // 1 to 5; null without a rating.
    table.integer('stars').nullable();
    // Domain time; also null after the diner's erasure.
    table.bigInteger('rated_at').nullable();
  });
};

/** Drops the columns. */
export const down = async (knex: Knex): Promise<void> => {
  // The schema builder would rebuild a table that others reference.
  await knex.raw('alter table customer_order drop column rated_at');
  await knex.raw('alter table customer_order drop column stars');
};
