import type { Knex } from 'knex';

/** Adds the time at which an attendee got the invitation by e-mail, and an index of deleted invitations by date. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('invitation_attendee', (table) => {
    // Time at which the attendee got the invitation by e-mail, of the machine's clock, which doesn't follow moves of
    // the gateway's clock; null when no e-mail was sent.
    table.bigInteger('mailed_at').nullable();
  });
  // Marks existing attendees as mailed at time 0, which is before the period in which the rate limits count e-mails.
  await knex('invitation_attendee').update({ mailed_at: 0 });
  await knex.schema.alterTable('invitation_tombstone', (table) => {
    table.index(['date']);
  });
};

/** Drops the column and the index. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('invitation_tombstone', (table) => void table.dropIndex(['date']));
  // On SQLite, the schema builder of knex would drop the column by rebuilding the table, which has a foreign key. Raw
  // SQL drops only the column.
  await knex.raw('alter table invitation_attendee drop column mailed_at');
};
