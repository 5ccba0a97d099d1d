import type { Knex } from 'knex';

/** Creates the queue of e-mails. A sent e-mail is deleted. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('mail', (table) => {
    // Order in which e-mails with the same `due_at` are sent.
    table.increments('position');
    table.string('id', 64).notNullable().unique();
    table.string('recipient', 254).notNullable().index();
    table.string('subject', 255).notNullable();
    table.text('text').notNullable();
    table.text('html').notNullable();
    // Time at which the e-mail was written, of the gateway's clock, which tests can move, because the text of the
    // e-mail refers to that clock. `queued_at` and `due_at` are times of the machine's clock.
    table.bigInteger('written_at').notNullable();
    table.bigInteger('queued_at').notNullable();
    // Time from which a worker may send the e-mail. The first worker that takes it postpones this time, so that no
    // other worker sends the same e-mail.
    table.bigInteger('due_at').notNullable().index();
    table.integer('attempts').notNullable();
  });
};

/** Drops the table of e-mails, with all unsent ones. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('mail');
};
