import type { Knex } from 'knex';

/**
 * By which request an order was placed, for as long as there is the order: whoever repeats it days later means that
 * one.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('customer_order', (table) => {
    // The Idempotency-Key that the diner's client gave it; null: none, or of before, or its diner is gone.
    table.string('request_key', 128).nullable();
    table.unique(['uid', 'request_key']);
  });
};

/** Forgets it. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('customer_order', (table) => {
    table.dropUnique(['uid', 'request_key']);
  });
  // Not by the schema builder, which rebuilds a table that others hang on.
  await knex.raw('alter table customer_order drop column request_key');
};
