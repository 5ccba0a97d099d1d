import type { Knex } from 'knex';

/** Creates users, their sessions, their refresh tokens, and the secret keys that sign tokens. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('user', (table) => {
    table.string('uid', 64).primary();
    table.boolean('is_anonymous').notNullable();
    // E-mail address, trimmed and lower-cased; null for anonymous users. A unique index ignores null, so many anonymous
    // users can exist.
    table.string('email', 254).unique();
    table.string('password_hash', 255);
    table.boolean('is_email_verified').notNullable();
    table.boolean('is_visible').notNullable();
    table.boolean('is_deleted').notNullable();
    table.string('display_name', 255);
    table.string('photo_url', 1024);
    table.string('phone_number', 64);
    table.string('first_name', 255);
    table.string('last_name', 255);
    table.jsonb('favorites').notNullable();
    table.jsonb('taste_keys').notNullable();
    table.bigInteger('policy_accepted');
    table.integer('policy_version');
    table.string('language_code', 2);
    table.string('selected_discount_id', 64);
    table.string('third_party', 16);
    table.string('connection_code', 8).unique();
    table.bigInteger('created_at').notNullable();
  });

  await knex.schema.createTable('session', (table) => {
    table.string('id', 64).primary();
    table.string('uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
    // Time at which the user proved their identity. All times of sessions and tokens are from the machine's clock,
    // because a test that moves the gateway's clock must not end a session.
    table.bigInteger('auth_time').notNullable();
    table.bigInteger('expires_at').notNullable().index();
    table.bigInteger('ended_at');
  });

  await knex.schema.createTable('refresh_token', (table) => {
    table.string('secret_hash', 64).primary();
    table.string('session_id', 64).notNullable().references('id').inTable('session').onDelete('CASCADE').index();
    // Time at which a newer refresh token replaced this one; null for the browser's current token.
    table.bigInteger('rotated_at');
  });

  await knex.schema.createTable('identity_secret', (table) => {
    table.string('name', 32).primary();
    table.jsonb('value').notNullable();
  });
};

/** Drops all accounts. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  for (const table of ['identity_secret', 'refresh_token', 'session', 'user']) await knex.schema.dropTable(table);
};
