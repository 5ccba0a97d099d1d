import type { Knex } from 'knex';

/** Adds the deletion time of a user, and creates verification codes, password reset links and profile pictures. */
export const up = async (knex: Knex): Promise<void> => {
  // Time of the user's deletion; null for a user who isn't deleted. All times in this migration are from the gateway's
  // clock, which tests can move.
  await knex.schema.alterTable('user', (table) => {
    table.bigInteger('deleted_at').index();
  });
  await knex('user')
    .where({ is_deleted: true })
    .update({ deleted_at: knex.ref('created_at') });

  await knex.schema.createTable('verification_code', (table) => {
    table.string('uid', 64).primary().references('uid').inTable('user').onDelete('CASCADE');
    // E-mail address that the code verifies. The code becomes invalid when the user changes the address.
    table.string('email', 254).notNullable();
    table.string('code_hash', 64).notNullable();
    table.bigInteger('expires_at').notNullable().index();
    table.integer('wrong_tries').notNullable();
  });

  await knex.schema.createTable('password_reset', (table) => {
    table.string('token_hash', 64).primary();
    table.string('uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
    table.bigInteger('expires_at').notNullable().index();
  });

  await knex.schema.createTable('avatar', (table) => {
    table.string('key', 64).primary();
    table.string('uid', 64).notNullable().unique().references('uid').inTable('user').onDelete('CASCADE');
    table.binary('picture').notNullable();
  });
};

/** Drops the columns and tables of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  for (const table of ['avatar', 'password_reset', 'verification_code']) await knex.schema.dropTable(table);
  await knex.schema.alterTable('user', (table) => {
    table.dropColumn('deleted_at');
  });
};
