import type { Knex } from 'knex';

const ownerAttendees = (knex: Knex) =>
  knex('invitation_attendee').whereIn(
    ['invitation_key', 'uid'],
    knex('invitation').where('sequence', '>', 0).select('key', 'owner_uid'),
  );

/**
 * Marks the owners of changed invitations as mailed. Owners now get e-mails about their own invitations, and an owner's
 * calendar may already contain an invitation that has changed.
 */
export const up = async (knex: Knex): Promise<void> => {
  await ownerAttendees(knex).whereNull('mailed_at').update({ mailed_at: 0 });
};

/** Removes the marks of mailed owners. Earlier releases ignore these marks. */
export const down = async (knex: Knex): Promise<void> => {
  await ownerAttendees(knex).where({ mailed_at: 0 }).update({ mailed_at: null });
};
