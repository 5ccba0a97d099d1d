import type { Knex } from 'knex';

const createInvitations = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('invitation', (table) => {
    table.string('key', 64).primary();
    table.string('owner_uid', 64).notNullable();
    // Restaurants are deactivated but never deleted, so this reference is always valid.
    table.string('restaurant_key', 64).notNullable().references('key').inTable('restaurant');
    // Domain time, like everywhere here. Never changes.
    table.bigInteger('date').notNullable().index();
    table.boolean('is_take_away').notNullable();
    table.boolean('is_canceled').notNullable();
    table.boolean('is_reminder_sent').notNullable();
    table.string('chat_key', 64).notNullable();
    table.string('message_key', 64).notNullable();
    table.string('replaced_message_key', 64);
    // 0 at first, raised at each change, so that calendars recognise the newer one of two files.
    table.integer('sequence').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('changed_at').notNullable();
    // Token at the end of its link; null without a link.
    table.string('share_token', 64).unique();
    table.index(['owner_uid', 'key']);
  });

  await knex.schema.createTable('invitation_attendee', (table) => {
    table.string('invitation_key', 64).notNullable().references('key').inTable('invitation').onDelete('CASCADE');
    table.string('uid', 64).notNullable();
    // Date of the invitation, so that a page of a user's invitations is one range of the index.
    table.bigInteger('date').notNullable();
    // The owner is the first one.
    table.integer('position').notNullable();
    // pending, accepted, declined; the owner has accepted.
    table.string('status', 16).notNullable();
    table.primary(['invitation_key', 'uid']);
    table.index(['uid', 'date', 'invitation_key']);
  });

  await knex.schema.createTable('invitation_tombstone', (table) => {
    // A deleted invitation and one of its attendees.
    table.string('invitation_key', 64).notNullable();
    table.string('uid', 64).notNullable().index();
    // Keeps its position in a list whose pages are being read.
    table.bigInteger('date').notNullable();
    table.primary(['invitation_key', 'uid']);
  });
};

/** Creates invitations, their attendees, tombstones of deleted ones, and their chat messages. */
export const up = async (knex: Knex): Promise<void> => {
  await createInvitations(knex);
  await knex.schema.alterTable('chat_message', (table) => {
    table.index(['content_id', 'chat_key']);
  });
  await knex.schema.alterTable('notification', (table) => {
    // Key of the subject, for example of an invitation; null for a notification that is never looked up.
    table.string('about_key', 64);
  });
};

/** Drops the tables and columns. */
export const down = async (knex: Knex): Promise<void> => {
  // The schema builder would rebuild a table that others reference.
  await knex.raw('alter table notification drop column about_key');
  await knex.schema.alterTable('chat_message', (table) => void table.dropIndex(['content_id', 'chat_key']));
  for (const table of ['invitation_tombstone', 'invitation_attendee', 'invitation']) await knex.schema.dropTable(table);
};
