import type { Knex } from 'knex';

/** Creates the notifications of users, open and closed ones. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('notification', (table) => {
    // Sort key for notifications that were sent at the same time.
    table.increments('id');
    table.string('key', 64).notNullable().unique();
    table.string('uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE');
    table.string('kind', 32).notNullable();
    table.text('title').notNullable();
    table.text('text').notNullable();
    table.text('route');
    // Time at which the notification was sent. `sent` and `closed_at` are times of the gateway's clock, which tests can
    // move.
    table.bigInteger('sent').notNullable();
    // Time at which the user closed the notification; null while it is open.
    table.bigInteger('closed_at').index();
    table.index(['uid', 'closed_at', 'sent']);
  });
};

/** Drops the table `notification`. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('notification');
};
