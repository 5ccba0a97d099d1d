import type { Knex } from 'knex';

/**
 * What a refund is called at its provider and what it is for, and which orders are watched until somebody accepts them.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('order_refund', (table) => {
    // What the provider knows this try by; another one after a try that came to nothing.
    table.string('provider_key', 64).nullable();
    // Whether it is ours to try until the provider gives it, whoever looks on.
    table.boolean('is_automatic').notNullable().defaultTo(true);
    // Why the last try came to nothing, in the provider's words.
    table.string('code', 100).nullable();
    // Which lines it is for, and how many of each.
    table.json('items').nullable();
  });
  await knex('order_refund').update({ provider_key: knex.ref('key') });
  await knex.schema.alterTable('customer_order', (table) => {
    // Whether jobs look after it that nobody accepts. Those paid before are found by asking.
    table.boolean('is_watched').notNullable().defaultTo(false);
    // Domain time; null: its restaurant wasn't reminded of it.
    table.bigInteger('reminded_at').nullable();
    table.index(['payment_status', 'is_watched', 'meet_up_at']);
  });
};

/** Forgets it. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable(
    'customer_order',
    (table) => void table.dropIndex(['payment_status', 'is_watched', 'meet_up_at']),
  );
  // Not by the schema builder, which rebuilds a table that others hang on.
  for (const column of ['reminded_at', 'is_watched'])
    await knex.raw(`alter table customer_order drop column ${column}`);
  for (const column of ['items', 'code', 'is_automatic', 'provider_key'])
    await knex.raw(`alter table order_refund drop column ${column}`);
};
