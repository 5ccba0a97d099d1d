import type { Knex } from 'knex';

/** Restaurants' own tokens, what of today's menu is sold out, and the way from a restaurant to its orders. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('partner_token', (table) => {
    // SHA-256; the token itself is nowhere.
    table.string('hash', 64).primary();
    table.string('restaurant_key', 64).notNullable().index();
    // Domain time.
    table.bigInteger('created_at').notNullable();
  });

  // Dishes that were taken off the menu of the day; forgotten when it is over.
  await knex.schema.createTable('sold_out_meal', (table) => {
    table.string('key', 64).notNullable();
    table.string('restaurant_key', 64).notNullable();
    table.string('date', 10).notNullable().index();
    // Domain time.
    table.bigInteger('since').notNullable();
    // As it was offered.
    table.json('stored').notNullable();
    // What one place has sold out says nothing of another's dish of the same key.
    table.primary(['restaurant_key', 'key']);
    table.index(['restaurant_key', 'date']);
  });

  await knex.schema.alterTable('customer_order', (table) => {
    table.index(['restaurant_key', 'payment_status', 'meet_up_at'], 'customer_order_counter');
    table.index(['payment_status', 'meet_up_at'], 'customer_order_paid');
  });
};

/** Takes them away again. */
export const down = async (knex: Knex): Promise<void> => {
  for (const index of ['customer_order_paid', 'customer_order_counter']) await knex.raw('drop index ??', [index]);
  for (const table of ['sold_out_meal', 'partner_token']) await knex.schema.dropTable(table);
};
