import type { Knex } from 'knex';

/** E-mails that wait to be sent; a sent one leaves nothing behind. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('mail', (table) => {
    // In which order they were written: e-mails of one moment go out in it.
    table.increments('position');
    table.string('id', 64).notNullable().unique();
    table.string('recipient', 254).notNullable().index();
    table.string('subject', 255).notNullable();
    table.text('text').notNullable();
    table.text('html').notNullable();
    // By the domain clock, as the reader sees it; the other two are real times.
    table.bigInteger('written_at').notNullable();
    table.bigInteger('queued_at').notNullable();
    // Pushed ahead by the worker that sends the e-mail, so that no second one sends it meanwhile.
    table.bigInteger('due_at').notNullable().index();
    table.integer('attempts').notNullable();
  });
};

/** Throws away what was not sent. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('mail');
};
