import type { Knex } from 'knex';

/**
 * Creates two tables: requests for a diner's account at the payment provider, and pre-authorisations that verify cards.
 */
export const up = async (knex: Knex): Promise<void> => {
  // Table of idempotency keys for requests to the payment provider: with the same key, the provider creates only one
  // account for a user.
  await knex.schema.createTable('payment_user_request', (table) => {
    table.string('uid', 64).primary().references('uid').inTable('user').onDelete('CASCADE');
    table.string('key', 36).notNullable();
  });

  // Table of pre-authorisations. The gateway writes one row for each card before it asks the payment provider, so that
  // a crash can't lose a pre-authorisation.
  await knex.schema.createTable('card_pre_authorization', (table) => {
    table.string('key', 36).primary();
    table.string('uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
    table.string('card_id', 128).notNullable().unique();
    // Card brand that the diner's browser recognised; used when the provider reports no brand.
    table.string('brand', 16);
    // State of the pre-authorisation: REQUESTED, PENDING, SUCCEEDED or FAILED.
    table.string('state', 16).notNullable();
    table.string('provider_id', 128).unique();
    table.text('redirect_url');
    table.text('return_url');
    table.string('code', 100);
    // Request to the payment provider as JSON; null when no retry needs it any more.
    table.jsonb('request');
    // True when the diner has removed the card.
    table.boolean('is_removed').notNullable();
    // Time at which the pre-authorisation began, of the machine's clock, which doesn't follow moves of the gateway's
    // clock.
    table.bigInteger('begun_at').notNullable();
  });
};

/** Drops all tables of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  for (const table of ['card_pre_authorization', 'payment_user_request']) await knex.schema.dropTable(table);
};
