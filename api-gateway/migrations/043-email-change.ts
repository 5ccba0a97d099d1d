import type { Knex } from 'knex';

/** Adds a user's new e-mail address, which replaces the present one when the user has entered its code. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('user', (table) => {
    table.string('pending_email', 254);
    // Time at which an unfinished change of the address ends, from the gateway's clock, which tests can move.
    table.bigInteger('pending_email_until').index();
  });
};

/** Drops the columns of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('user', (table) => void table.dropIndex('pending_email_until'));
  // On SQLite, the schema builder of knex would drop a column by rebuilding the table, although other tables reference
  // it. Raw SQL drops only the column.
  for (const column of ['pending_email', 'pending_email_until'])
    await knex.raw('alter table ?? drop column ??', ['user', column]);
};
