import type { Knex } from 'knex';

/** Creates the links by which the owner of a former e-mail address gets the account back. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('email_undo', (table) => {
    // Hash of the link's token, so that somebody who reads the table can't take over an account.
    table.string('token_hash', 64).primary();
    table.string('uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
    // Former address of the account. Nobody else may take it while the link is valid.
    table.string('email', 254).notNullable().index();
    // Time at which the link was created. Both times of this table are from the gateway's clock, which tests can move.
    table.bigInteger('created_at').notNullable();
    table.bigInteger('expires_at').notNullable().index();
  });
};

/** Drops the table. Only tests of the migrations call this function. */
export const down = (knex: Knex): Promise<void> => knex.schema.dropTable('email_undo');
