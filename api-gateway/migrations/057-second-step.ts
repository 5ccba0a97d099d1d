import type { Knex } from 'knex';

/** Creates the second steps of logins by password: secrets of authenticator apps, recovery codes and tickets. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('second_step', (table) => {
    table.string('uid', 64).primary().references('uid').inTable('user').onDelete('CASCADE');
    // Encrypted, because every code follows from it.
    table.text('secret').notNullable();
    // Time of the gateway's clock; null until a first code has shown that the app has the secret.
    table.bigInteger('confirmed_at');
    // Number of the half minute whose code was accepted last. Its code and earlier ones are used up.
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
    // Time of the machine's clock, like all times of sessions and tokens.
    table.bigInteger('expires_at').notNullable().index();
  });
};

/** Drops the tables. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('second_step_ticket');
  await knex.schema.dropTable('recovery_code');
  await knex.schema.dropTable('second_step');
};
