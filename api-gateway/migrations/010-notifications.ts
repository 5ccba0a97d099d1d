import type { Knex } from 'knex';

/** Creates notifications. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('notification', (table) => {
    // Orders notifications of the same instant.
    table.increments('id');
    table.string('key', 64).notNullable().unique();
    table.string('uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE');
    table.string('kind', 32).notNullable();
    table.text('title').notNullable();
    table.text('text').notNullable();
    table.text('route');
    // Both in domain time.
    table.bigInteger('sent').notNullable();
    // null while open.
    table.bigInteger('closed_at').index();
    table.index(['uid', 'closed_at', 'sent']);
  });
};

/** Drops the table. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('notification');
};
