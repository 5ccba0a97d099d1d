import type { Knex } from 'knex';

/** Creates chats, their members, messages and read positions. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('chat', (table) => {
    table.string('key', 64).primary();
    // Hash of its members: one chat for each set of people, also with concurrent requests.
    table.string('people', 64).notNullable().unique();
    // Domain time, like everywhere here.
    table.bigInteger('created_at').notNullable();
    table.bigInteger('updated_at').notNullable();
    // Number of its newest message; 0 without one.
    table.integer('last_seq').notNullable();
  });

  await knex.schema.createTable('chat_participant', (table) => {
    table.string('chat_key', 64).notNullable().references('key').inTable('chat').onDelete('CASCADE');
    // Stays when its user is erased, because the chat continues for the others. The uid then refers to nobody.
    table.string('uid', 64).notNullable().index();
    table.primary(['chat_key', 'uid']);
  });

  await knex.schema.createTable('chat_message', (table) => {
    table.string('key', 64).primary();
    table.string('chat_key', 64).notNullable().references('key').inTable('chat').onDelete('CASCADE');
    table.integer('seq').notNullable();
    table.string('author', 64).notNullable().index();
    table.text('content').notNullable();
    // restaurant, invitation; null for a text.
    table.string('content_kind', 16);
    table.string('content_id', 200);
    table.bigInteger('timestamp').notNullable();
    table.boolean('is_reminder_sent').notNullable();
    table.string('client_key', 64);
    table.boolean('is_removed').notNullable();
    table.unique(['chat_key', 'seq']);
    // A message that its author's client sends again is found without a time limit.
    table.unique(['chat_key', 'author', 'client_key']);
  });

  await knex.schema.createTable('chat_read', (table) => {
    table.string('chat_key', 64).notNullable().references('key').inTable('chat').onDelete('CASCADE');
    table.string('uid', 64).notNullable().index();
    table.integer('seq').notNullable();
    table.primary(['chat_key', 'uid']);
  });
};

/** Drops the tables. */
export const down = async (knex: Knex): Promise<void> => {
  for (const table of ['chat_read', 'chat_message', 'chat_participant', 'chat']) await knex.schema.dropTable(table);
};
