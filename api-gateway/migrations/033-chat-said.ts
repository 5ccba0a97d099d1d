import type { Knex } from 'knex';

/** Selects the instant of a member's newest message in a chat; null without one. */
const newestOf = (knex: Knex) =>
  knex('chat_message')
    .where({ chat_key: knex.ref('chat_participant.chat_key'), author: knex.ref('chat_participant.uid') })
    .max('timestamp');

/** Adds the time of each member's newest message, which decides whether messages before the reader's own are unread. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('chat_participant', (table) => {
    // Domain time; null without a message.
    table.bigInteger('said_at');
  });
  await knex('chat_participant').update({ said_at: newestOf(knex) });
};

/** Drops the column. */
export const down = async (knex: Knex): Promise<void> => {
  // The schema builder would rebuild a table that others reference.
  await knex.raw('alter table "chat_participant" drop column said_at');
};
