import type { Knex } from 'knex';

/** Selects the time of a member's newest message in a chat; null for a member without a message. */
const newestMessageTime = (knex: Knex) =>
  knex('chat_message')
    .where({ chat_key: knex.ref('chat_participant.chat_key'), author: knex.ref('chat_participant.uid') })
    .max('timestamp');

/**
 * Adds the time of each member's newest message. A chat can then be unread for a user whose own message is the newest.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('chat_participant', (table) => {
    // Time of the member's newest message in the chat, by the gateway's clock, which tests can move; null for a member
    // without a message.
    table.bigInteger('said_at');
  });
  await knex('chat_participant').update({ said_at: newestMessageTime(knex) });
};

/** Drops the column `said_at`. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  // On SQLite, the schema builder of knex would drop the column by rebuilding the table. Raw SQL drops only the column.
  await knex.raw('alter table "chat_participant" drop column said_at');
};
