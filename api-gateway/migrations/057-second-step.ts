import type { Knex } from 'knex';

/**
 * Creates the tables of the second step after a password: secrets of authenticator apps, recovery codes, and tickets of
 * unfinished logins.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('second_step', (table) => {
    table.string('uid', 64).primary().references('uid').inTable('user').onDelete('CASCADE');
    // Secret of the authenticator app, encrypted, because every code follows from it.
    table.text('secret').notNullable();
    // Time of the gateway's clock at which a first correct code confirmed the second step; null before.
    table.bigInteger('confirmed_at');
    // Number of the half minute whose code was accepted last. This code and earlier ones can't be used again.
    table.bigInteger('last_counter').notNullable();
  });

  await knex.schema.createTable('recovery_code', (table) => {
    table.string('code_hash', 64).primary();
    table.string('uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
  });

  await knex.schema.createTable('second_step_ticket', (table) => {
    table.string('ticket_hash', 64).primary();
    table.string('uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
    // Hash of the stored password hash: a new password makes the ticket invalid.
    table.string('password_fingerprint', 64).notNullable();
    table.integer('wrong_tries').notNullable();
    // Time at which the ticket expires, of the machine's clock, like all times of sessions and tokens.
    table.bigInteger('expires_at').notNullable().index();
  });
};

/** Drops the tables. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('second_step_ticket');
  await knex.schema.dropTable('recovery_code');
  await knex.schema.dropTable('second_step');
};
