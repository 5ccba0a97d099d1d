import type { Knex } from 'knex';

/** Creates chats, their members, messages and read positions. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('chat', (table) => {
    table.string('key', 64).primary();
    // Hash of the chat's members. The unique index allows one chat for each set of people, even when two requests
    // create it at once.
    table.string('people', 64).notNullable().unique();
    // Time at which the chat was created. All times of this migration are from the gateway's clock, which tests can
    // move.
    table.bigInteger('created_at').notNullable();
    table.bigInteger('updated_at').notNullable();
    // Number of the chat's newest message; 0 in an empty chat.
    table.integer('last_seq').notNullable();
  });

  await knex.schema.createTable('chat_participant', (table) => {
    table.string('chat_key', 64).notNullable().references('key').inTable('chat').onDelete('CASCADE');
    // Uid of the chat's member. It is no foreign key: the row stays when the user is erased, because the chat continues
    // for the other members.
    table.string('uid', 64).notNullable().index();
    table.primary(['chat_key', 'uid']);
  });

  await knex.schema.createTable('chat_message', (table) => {
    table.string('key', 64).primary();
    table.string('chat_key', 64).notNullable().references('key').inTable('chat').onDelete('CASCADE');
    table.integer('seq').notNullable();
    table.string('author', 64).notNullable().index();
    table.text('content').notNullable();
    // Kind of the shared content: `restaurant` or `invitation`; null for a text message.
    table.string('content_kind', 16);
    table.string('content_id', 200);
    table.bigInteger('timestamp').notNullable();
    table.boolean('is_reminder_sent').notNullable();
    table.string('client_key', 64);
    table.boolean('is_removed').notNullable();
    table.unique(['chat_key', 'seq']);
    // Unique key by which the gateway recognises a message that its author's browser sends again, no matter how late.
    table.unique(['chat_key', 'author', 'client_key']);
  });

  await knex.schema.createTable('chat_read', (table) => {
    table.string('chat_key', 64).notNullable().references('key').inTable('chat').onDelete('CASCADE');
    table.string('uid', 64).notNullable().index();
    table.integer('seq').notNullable();
    table.primary(['chat_key', 'uid']);
  });
};

/** Drops all tables of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  for (const table of ['chat_read', 'chat_message', 'chat_participant', 'chat']) await knex.schema.dropTable(table);
};
