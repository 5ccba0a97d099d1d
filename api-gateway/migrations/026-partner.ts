import type { Knex } from 'knex';

/** Creates restaurants' own tokens and sold-out dishes, and an index of a restaurant's orders. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('partner_token', (table) => {
    // SHA-256. The token itself is not stored.
    table.string('hash', 64).primary();
    table.string('restaurant_key', 64).notNullable().index();
    // Domain time.
    table.bigInteger('created_at').notNullable();
  });

  // Dishes taken off the menu of the day; deleted when the day is over.
  await knex.schema.createTable('sold_out_meal', (table) => {
    table.string('key', 64).notNullable();
    table.string('restaurant_key', 64).notNullable();
    table.string('date', 10).notNullable().index();
    // Domain time.
    table.bigInteger('since').notNullable();
    // The offer as it was.
    table.json('stored').notNullable();
    // Dishes of different restaurants may have the same key.
    table.primary(['restaurant_key', 'key']);
    table.index(['restaurant_key', 'date']);
  });

  await knex.schema.alterTable('customer_order', (table) => {
    table.index(['restaurant_key', 'payment_status', 'meet_up_at'], 'customer_order_counter');
    table.index(['payment_status', 'meet_up_at'], 'customer_order_paid');
  });
};

/** Drops the tables and the index. */
export const down = async (knex: Knex): Promise<void> => {
  for (const index of ['customer_order_paid', 'customer_order_counter']) await knex.raw('drop index ??', [index]);
  for (const table of ['sold_out_meal', 'partner_token']) await knex.schema.dropTable(table);
};
