import type { Knex } from 'knex';

/** To whom an invitation was mailed and when, and which tombstones are old. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('invitation_attendee', (table) => {
    // Real time; null: it wasn't mailed to them.
    table.bigInteger('mailed_at').nullable();
  });
  // Whoever was asked before was mailed, longer ago than anybody counts.
  await knex('invitation_attendee').update({ mailed_at: 0 });
  await knex.schema.alterTable('invitation_tombstone', (table) => {
    table.index(['date']);
  });
};

/** Forgets it. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('invitation_tombstone', (table) => void table.dropIndex(['date']));
  // Not by the schema builder, which rebuilds a table that hangs on another.
  await knex.raw('alter table invitation_attendee drop column mailed_at');
};
