import type { Knex } from 'knex';

/** What users are told until they have seen it. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('notification', (table) => {
    // Tells the order of those that were sent in one instant.
    table.increments('id');
    table.string('key', 64).notNullable().unique();
    table.string('uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE');
    table.string('kind', 32).notNullable();
    table.text('title').notNullable();
    table.text('text').notNullable();
    table.text('route');
    // Domain time, both.
    table.bigInteger('sent').notNullable();
    // null: open.
    table.bigInteger('closed_at').index();
    table.index(['uid', 'closed_at', 'sent']);
  });
};

/** Takes it away again. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('notification');
};
