import type { Knex } from 'knex';

/** Adds the time at which an invitation was mailed to an attendee, and an index of tombstones. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('invitation_attendee', (table) => {
    // Real time; null when no mail was sent.
    table.bigInteger('mailed_at').nullable();
  });
  // Earlier attendees were mailed before the period that the limits count.
  await knex('invitation_attendee').update({ mailed_at: 0 });
  await knex.schema.alterTable('invitation_tombstone', (table) => {
    table.index(['date']);
  });
};

/** Drops the column and the index. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('invitation_tombstone', (table) => void table.dropIndex(['date']));
  // The schema builder would rebuild a table that references another.
  await knex.raw('alter table invitation_attendee drop column mailed_at');
};
