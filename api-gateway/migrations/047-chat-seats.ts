import type { Knex } from 'knex';

/** Adds the position of a member in a meetup's own chat, counted from 0; members of all other chats have 0. */
export const up = (knex: Knex): Promise<void> =>
  knex.schema.alterTable('chat_participant', (table) => void table.integer('seat').notNullable().defaultTo(0));

/** Drops the column `seat`. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  // On SQLite, the schema builder of knex would drop the column by rebuilding the table. Raw SQL drops only the column.
  await knex.raw('alter table "chat_participant" drop column seat');
};
