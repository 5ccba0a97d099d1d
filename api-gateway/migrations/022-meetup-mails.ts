import type { Knex } from 'knex';

/** Adds the user's setting for e-mails about meetups, and the token of the unsubscribe link. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('user', (table) => {
    table.boolean('meetup_mails').notNullable().defaultTo(true);
    // Token of the user's unsubscribe link; null until the first e-mail about a meetup.
    table.string('mail_token', 64);
    table.unique(['mail_token']);
  });
};

/** Drops the columns of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('user', (table) => void table.dropUnique(['mail_token']));
  // On SQLite, the schema builder of knex would drop the columns by rebuilding the table, although other tables
  // reference it. Raw SQL drops only the columns.
  for (const column of ['mail_token', 'meetup_mails'])
    await knex.raw('alter table ?? drop column ??', ['user', column]);
};
