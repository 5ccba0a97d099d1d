import type { Knex } from 'knex';

const createInvitations = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('invitation', (table) => {
    table.string('key', 64).primary();
    table.string('owner_uid', 64).notNullable();
    // Key of the meetup's restaurant. It is a foreign key, because restaurants are deactivated but never deleted.
    table.string('restaurant_key', 64).notNullable().references('key').inTable('restaurant');
    // Time of the meetup, which never changes. All times of this migration are from the gateway's clock, which tests
    // can move.
    table.bigInteger('date').notNullable().index();
    table.boolean('is_take_away').notNullable();
    table.boolean('is_canceled').notNullable();
    table.boolean('is_reminder_sent').notNullable();
    table.string('chat_key', 64).notNullable();
    table.string('message_key', 64).notNullable();
    table.string('replaced_message_key', 64);
    // Version of the calendar entry: 0 at first, increased with each change. Calendars use it to recognise the newer of
    // two files.
    table.integer('sequence').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('changed_at').notNullable();
    // Token at the end of the invitation's public link; null without a link.
    table.string('share_token', 64).unique();
    table.index(['owner_uid', 'key']);
  });

  await knex.schema.createTable('invitation_attendee', (table) => {
    table.string('invitation_key', 64).notNullable().references('key').inTable('invitation').onDelete('CASCADE');
    table.string('uid', 64).notNullable();
    // Copy of the invitation's date, so that one range of the index gives a page of a user's invitations.
    table.bigInteger('date').notNullable();
    // Position of the attendee in the invitation's list; the owner has the first one.
    table.integer('position').notNullable();
    // Status of the attendee: `pending`, `accepted` or `declined`; the owner's status is `accepted`.
    table.string('status', 16).notNullable();
    table.primary(['invitation_key', 'uid']);
    table.index(['uid', 'date', 'invitation_key']);
  });

  await knex.schema.createTable('invitation_tombstone', (table) => {
    // Key of a deleted invitation. Its former attendees get `invitationDeleted` instead of `notFound`.
    table.string('invitation_key', 64).notNullable();
    table.string('uid', 64).notNullable().index();
    // Date of the deleted invitation. A user who is loading page after page of the list continues from this date.
    table.bigInteger('date').notNullable();
    table.primary(['invitation_key', 'uid']);
  });
};

/**
 * Creates invitations, their attendees, and tombstones of deleted invitations. Adds an index that finds the chat
 * messages of an invitation.
 */
export const up = async (knex: Knex): Promise<void> => {
  await createInvitations(knex);
  await knex.schema.alterTable('chat_message', (table) => {
    table.index(['content_id', 'chat_key']);
  });
  await knex.schema.alterTable('notification', (table) => {
    // Key of the object that the notification is about, for example of an invitation; null for a notification that is
    // never looked up by its object.
    table.string('about_key', 64);
  });
};

/** Drops the tables, the column and the index of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  // On SQLite, the schema builder of knex would drop the column by rebuilding the table. Raw SQL drops only the column.
  await knex.raw('alter table notification drop column about_key');
  await knex.schema.alterTable('chat_message', (table) => void table.dropIndex(['content_id', 'chat_key']));
  for (const table of ['invitation_tombstone', 'invitation_attendee', 'invitation']) await knex.schema.dropTable(table);
};
