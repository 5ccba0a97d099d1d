import type { Knex } from 'knex';

/** Creates the passkeys of users, and the challenges that an authenticator must sign. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('passkey_account', (table) => {
    table.string('uid', 64).primary().references('uid').inTable('user').onDelete('CASCADE');
    // Random name of the account, which authenticators store. The uid would reveal the user to others.
    table.string('handle', 86).notNullable().unique();
  });

  await knex.schema.createTable('passkey', (table) => {
    table.string('key', 64).primary();
    table.string('uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
    table.string('credential_id', 1364).notNullable().unique();
    table.binary('public_key').notNullable();
    // Number of uses that the authenticator has reported; many authenticators always report 0.
    table.bigInteger('counter').notNullable();
    table.jsonb('transports').notNullable();
    table.text('name').notNullable();
    // Time at which the passkey was created. Times of passkeys are from the gateway's clock, because users see them.
    table.bigInteger('created_at').notNullable();
    table.bigInteger('last_used_at');
  });

  await knex.schema.createTable('passkey_challenge', (table) => {
    table.string('challenge_hash', 64).primary();
    table.string('purpose', 16).notNullable();
    // Uid of the user who gets the challenge; null for a sign-in, which names no user.
    table.string('uid', 64).references('uid').inTable('user').onDelete('CASCADE').index();
    // Time at which the challenge expires, of the machine's clock, like all times of sessions and tokens.
    table.bigInteger('expires_at').notNullable().index();
  });
};

/** Drops the tables. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('passkey_challenge');
  await knex.schema.dropTable('passkey');
  await knex.schema.dropTable('passkey_account');
};
