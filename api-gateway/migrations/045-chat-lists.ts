import type { Knex } from 'knex';

/**
 * Adds which members have a chat in their list. Chats without messages disappear from all lists until a member opens
 * them.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable(
    'chat_participant',
    (table) => void table.boolean('is_listed').notNullable().defaultTo(true),
  );
  await knex('chat_participant')
    .whereIn('chat_key', knex('chat').where({ last_seq: 0 }).select('key'))
    .update({ is_listed: false });
};

/** Drops the column `is_listed`. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  // On SQLite, the schema builder of knex would drop the column by rebuilding the table. Raw SQL drops only the column.
  await knex.raw('alter table "chat_participant" drop column is_listed');
};
