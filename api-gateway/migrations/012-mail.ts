import type { Knex } from 'knex';

/** Creates waiting e-mails. Sent ones are deleted. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('mail', (table) => {
    // Order of writing, in which e-mails of one moment are sent.
    table.increments('position');
    table.string('id', 64).notNullable().unique();
    table.string('recipient', 254).notNullable().index();
    table.string('subject', 255).notNullable();
    table.text('text').notNullable();
    table.text('html').notNullable();
    // By the domain clock, which the reader sees. The other two are real times.
    table.bigInteger('written_at').notNullable();
    table.bigInteger('queued_at').notNullable();
    // Postponed by the worker that sends the e-mail, so that no other worker sends it meanwhile.
    table.bigInteger('due_at').notNullable().index();
    table.integer('attempts').notNullable();
  });
};

/** Drops unsent e-mails. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('mail');
};
