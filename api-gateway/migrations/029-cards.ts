import type { Knex } from 'knex';

/** Creates requests for payment users, and pre-authorisations that verify cards. */
export const up = async (knex: Knex): Promise<void> => {
  // Key under which the provider creates a user once.
  await knex.schema.createTable('payment_user_request', (table) => {
    table.string('uid', 64).primary().references('uid').inTable('user').onDelete('CASCADE');
    table.string('key', 36).notNullable();
  });

  // One row for each card, written before its provider is asked.
  await knex.schema.createTable('card_pre_authorization', (table) => {
    table.string('key', 36).primary();
    table.string('uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
    table.string('card_id', 128).notNullable().unique();
    // Brand recognised by the diner's browser, for a provider that reports none.
    table.string('brand', 16);
    // REQUESTED, PENDING, SUCCEEDED or FAILED.
    table.string('state', 16).notNullable();
    table.string('provider_id', 128).unique();
    table.text('redirect_url');
    table.text('return_url');
    table.string('code', 100);
    // Request to the provider; deleted when it is no longer needed.
    table.json('request');
    // True when the diner has removed the card.
    table.boolean('is_removed').notNullable();
    // Real time.
    table.bigInteger('begun_at').notNullable();
  });
};

/** Drops the tables. */
export const down = async (knex: Knex): Promise<void> => {
  for (const table of ['card_pre_authorization', 'payment_user_request']) await knex.schema.dropTable(table);
};
