import type { Knex } from 'knex';

/** Adds the provider's key, lines and result of a refund, and the watch over orders until a restaurant accepts them. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('order_refund', (table) => {
    // Key of this attempt at the provider; a new one after a failed attempt.
    table.string('provider_key', 64).nullable();
    // Whether the gateway itself retries until the provider completes the refund.
    table.boolean('is_automatic').notNullable().defaultTo(true);
    // Provider's reason of the last failed attempt.
    table.string('code', 100).nullable();
    // Lines of the refund with their numbers of pieces.
    table.json('items').nullable();
  });
  await knex('order_refund').update({ provider_key: knex.ref('key') });
  await knex.schema.alterTable('customer_order', (table) => {
    // Whether jobs watch an order that is not accepted. Orders paid earlier are found by a query.
    table.boolean('is_watched').notNullable().defaultTo(false);
    // Domain time; null before the restaurant was reminded.
    table.bigInteger('reminded_at').nullable();
    table.index(['payment_status', 'is_watched', 'meet_up_at']);
  });
};

/** Drops the columns. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable(
    'customer_order',
    (table) => void table.dropIndex(['payment_status', 'is_watched', 'meet_up_at']),
  );
  // The schema builder would rebuild a table that others reference.
  for (const column of ['reminded_at', 'is_watched'])
    await knex.raw(`alter table customer_order drop column ${column}`);
  for (const column of ['items', 'code', 'is_automatic', 'provider_key'])
    await knex.raw(`alter table order_refund drop column ${column}`);
};
