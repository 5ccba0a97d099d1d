import type { Knex } from 'knex';

/** Adds the user's setting for e-mails about meetups, and the token of the unsubscribe link. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('user', (table) => {
    table.boolean('meetup_mails').notNullable().defaultTo(true);
    // null before the first of these mails.
    table.string('mail_token', 64);
    table.unique(['mail_token']);
  });
};

/** Drops the columns. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('user', (table) => void table.dropUnique(['mail_token']));
  // The schema builder would rebuild a table that others reference.
  for (const column of ['mail_token', 'meetup_mails'])
    await knex.raw('alter table ?? drop column ??', ['user', column]);
};
