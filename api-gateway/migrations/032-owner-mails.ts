import type { Knex } from 'knex';

const owners = (knex: Knex) =>
  knex('invitation_attendee').whereIn(
    ['invitation_key', 'uid'],
    knex('invitation').where('sequence', '>', 0).select('key', 'owner_uid'),
  );

/**
 * Marks owners as mailed, because owners now also get mails about their invitations. The calendar of an owner whose
 * invitation has changed before may contain it.
 */
export const up = async (knex: Knex): Promise<void> => {
  await owners(knex).whereNull('mailed_at').update({ mailed_at: 0 });
};

/** Nothing to revert, because earlier releases ignore the mark. */
export const down = async (knex: Knex): Promise<void> => {
  await owners(knex).where({ mailed_at: 0 }).update({ mailed_at: null });
};
