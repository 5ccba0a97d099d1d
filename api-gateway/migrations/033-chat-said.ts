import type { Knex } from 'knex';

/** The instant of somebody's newest message in a chat, by the messages; null where they have none. */
const newestOf = (knex: Knex) =>
  knex('chat_message')
    .where({ chat_key: knex.ref('chat_participant.chat_key'), author: knex.ref('chat_participant.uid') })
    .max('timestamp');

/** When each of a chat has said something last: what is unread behind one's own message is told by that. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('chat_participant', (table) => {
    // Domain time; null: they never have.
    table.bigInteger('said_at');
  });
  await knex('chat_participant').update({ said_at: newestOf(knex) });
};

/** Forgets it. */
export const down = async (knex: Knex): Promise<void> => {
  // Not by the schema builder, which rebuilds a table that others reference.
  await knex.raw('alter table "chat_participant" drop column said_at');
};
