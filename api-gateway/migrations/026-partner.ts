import type { Knex } from 'knex';

/**
 * Creates the tokens of single restaurants for the partner API, sold-out dishes, and indexes of a restaurant's orders.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('partner_token', (table) => {
    // SHA-256 of the token. The token itself is not stored.
    table.string('hash', 64).primary();
    table.string('restaurant_key', 64).notNullable().index();
    // Time by the gateway's clock, which tests can move.
    table.bigInteger('created_at').notNullable();
  });

  // Table of dishes that a restaurant removed from today's menu as sold out. A row is deleted after that day.
  await knex.schema.createTable('sold_out_meal', (table) => {
    table.string('key', 64).notNullable();
    table.string('restaurant_key', 64).notNullable();
    table.string('date', 10).notNullable().index();
    // Time since which the dish is sold out, by the gateway's clock, which tests can move.
    table.bigInteger('since').notNullable();
    // The complete offer, as JSON, from which the dish can return to the menu.
    table.jsonb('stored').notNullable();
    // The restaurant is part of the primary key, because two restaurants may have dishes with the same key.
    table.primary(['restaurant_key', 'key']);
    table.index(['restaurant_key', 'date']);
  });

  await knex.schema.alterTable('customer_order', (table) => {
    table.index(['restaurant_key', 'payment_status', 'meet_up_at'], 'customer_order_counter');
    table.index(['payment_status', 'meet_up_at'], 'customer_order_paid');
  });
};

/** Drops the tables and the indexes of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  for (const index of ['customer_order_paid', 'customer_order_counter']) await knex.raw('drop index ??', [index]);
  for (const table of ['sold_out_meal', 'partner_token']) await knex.schema.dropTable(table);
};
