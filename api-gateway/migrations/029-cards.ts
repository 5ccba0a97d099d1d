import type { Knex } from 'knex';

/**
 * Cards that are made sure of: who is being made known to the provider, and what is held on a card to see that it can
 * pay.
 */
export const up = async (knex: Knex): Promise<void> => {
  // The key under which the provider makes somebody known, once.
  await knex.schema.createTable('payment_user_request', (table) => {
    table.string('uid', 64).primary().references('uid').inTable('user').onDelete('CASCADE');
    table.string('key', 36).notNullable();
  });

  // One of each card, written before its provider is asked.
  await knex.schema.createTable('card_pre_authorization', (table) => {
    table.string('key', 36).primary();
    table.string('uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
    table.string('card_id', 128).notNullable().unique();
    // What the diner's browser recognised, where the provider says nothing of it.
    table.string('brand', 16);
    // REQUESTED, PENDING, SUCCEEDED or FAILED.
    table.string('state', 16).notNullable();
    table.string('provider_id', 128).unique();
    table.text('redirect_url');
    table.text('return_url');
    table.string('code', 100);
    // What the provider is asked with; gone once nobody asks any more.
    table.json('request');
    // Its diner has taken the card away.
    table.boolean('is_removed').notNullable();
    // Real time.
    table.bigInteger('begun_at').notNullable();
  });
};

/** Takes them away again. */
export const down = async (knex: Knex): Promise<void> => {
  for (const table of ['card_pre_authorization', 'payment_user_request']) await knex.schema.dropTable(table);
};
