import type { Knex } from 'knex';

const createInvitations = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('invitation', (table) => {
    table.string('key', 64).primary();
    table.string('owner_uid', 64).notNullable();
    // Restaurants are deactivated and never deleted, so what shows an invitation always finds its own.
    table.string('restaurant_key', 64).notNullable().references('key').inTable('restaurant');
    // Domain time, as everywhere here. It never changes.
    table.bigInteger('date').notNullable().index();
    table.boolean('is_take_away').notNullable();
    table.boolean('is_canceled').notNullable();
    table.boolean('is_reminder_sent').notNullable();
    table.string('chat_key', 64).notNullable();
    table.string('message_key', 64).notNullable();
    table.string('replaced_message_key', 64);
    // 0 as it was sent, raised at each change: calendars tell by it which of two files is the newer one.
    table.integer('sequence').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('changed_at').notNullable();
    // What a link to it ends with; null: there is none.
    table.string('share_token', 64).unique();
    table.index(['owner_uid', 'key']);
  });

  await knex.schema.createTable('invitation_attendee', (table) => {
    table.string('invitation_key', 64).notNullable().references('key').inTable('invitation').onDelete('CASCADE');
    table.string('uid', 64).notNullable();
    // The invitation's, so that a page of somebody's invitations is one stretch of the index.
    table.bigInteger('date').notNullable();
    // The owner is the first one.
    table.integer('position').notNullable();
    // pending, accepted, declined; the owner has accepted.
    table.string('status', 16).notNullable();
    table.primary(['invitation_key', 'uid']);
    table.index(['uid', 'date', 'invitation_key']);
  });

  await knex.schema.createTable('invitation_tombstone', (table) => {
    // An invitation that is gone, and one who attended it.
    table.string('invitation_key', 64).notNullable();
    table.string('uid', 64).notNullable().index();
    // Keeps its place in a list that somebody is in the middle of.
    table.bigInteger('date').notNullable();
    table.primary(['invitation_key', 'uid']);
  });
};

/** Invitations, who attends them, what is left of those that are gone, and where they are shown. */
export const up = async (knex: Knex): Promise<void> => {
  await createInvitations(knex);
  await knex.schema.alterTable('chat_message', (table) => {
    table.index(['content_id', 'chat_key']);
  });
  await knex.schema.alterTable('notification', (table) => {
    // The thing of which it speaks, an invitation's key for instance; null: none that is ever looked for.
    table.string('about_key', 64);
  });
};

/** Forgets them. */
export const down = async (knex: Knex): Promise<void> => {
  // Not by the schema builder, which rebuilds a table that others reference.
  await knex.raw('alter table notification drop column about_key');
  await knex.schema.alterTable('chat_message', (table) => void table.dropIndex(['content_id', 'chat_key']));
  for (const table of ['invitation_tombstone', 'invitation_attendee', 'invitation']) await knex.schema.dropTable(table);
};
