import type { Knex } from 'knex';

/** Whether somebody gets e-mails of meetups, and what the links that end them end with. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('user', (table) => {
    table.boolean('meetup_mails').notNullable().defaultTo(true);
    // null: none of them was written yet.
    table.string('mail_token', 64);
    table.unique(['mail_token']);
  });
};

/** Forgets it. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('user', (table) => void table.dropUnique(['mail_token']));
  // Not by the schema builder, which rebuilds a table that others reference.
  for (const column of ['mail_token', 'meetup_mails'])
    await knex.raw('alter table ?? drop column ??', ['user', column]);
};
