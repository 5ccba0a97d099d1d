import type { Knex } from 'knex';

const owners = (knex: Knex) =>
  knex('invitation_attendee').whereIn(
    ['invitation_key', 'uid'],
    knex('invitation').where('sequence', '>', 0).select('key', 'owner_uid'),
  );

/**
 * Owners, too, are told by mail of their invitations, and that is noted from now on: whose invitation has changed
 * before may have it in their calendar.
 */
export const up = async (knex: Knex): Promise<void> => {
  await owners(knex).whereNull('mailed_at').update({ mailed_at: 0 });
};

/** Before, nobody asked. */
export const down = async (knex: Knex): Promise<void> => {
  await owners(knex).where({ mailed_at: 0 }).update({ mailed_at: null });
};
