import type { Knex } from 'knex';

/**
 * Adds to a refund: its key at the provider, its items and its result. Adds to an order: whether jobs are scheduled
 * that remind the restaurant until it accepts the order.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('order_refund', (table) => {
    // Idempotency key of this attempt at the provider. A retry after a failed attempt gets a new key.
    table.string('provider_key', 64).nullable();
    // Whether the gateway itself retries until the provider completes the refund.
    table.boolean('is_automatic').notNullable().defaultTo(true);
    // Error code of the provider for the last failed attempt.
    table.string('code', 100).nullable();
    // Refunded items of the order, each with its number of pieces.
    table.jsonb('items').nullable();
  });
  await knex('order_refund').update({ provider_key: knex.ref('key') });
  await knex.schema.alterTable('customer_order', (table) => {
    // True when the jobs that wait for the restaurant's acceptance are scheduled. For orders that were paid before this
    // migration the value is false; a query finds these orders.
    table.boolean('is_watched').notNullable().defaultTo(false);
    // Time, by the gateway's clock, at which the restaurant was reminded of the order; null before.
    table.bigInteger('reminded_at').nullable();
    table.index(['payment_status', 'is_watched', 'meet_up_at']);
  });
};

/** Drops the columns and the index of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable(
    'customer_order',
    (table) => void table.dropIndex(['payment_status', 'is_watched', 'meet_up_at']),
  );
  // On SQLite, the schema builder of knex would drop the columns by rebuilding the tables, although other tables
  // reference them. Raw SQL drops only the columns.
  for (const column of ['reminded_at', 'is_watched'])
    await knex.raw(`alter table customer_order drop column ${column}`);
  for (const column of ['items', 'code', 'is_automatic', 'provider_key'])
    await knex.raw(`alter table order_refund drop column ${column}`);
};
