import { createHash } from 'node:crypto';
import type { Knex } from 'knex';

interface DeclinedMember {
  readonly chat_key: string;
  readonly people: string;
  readonly invitation_key: string;
  readonly uid: string;
}

/** Computes the identity of a meetup's own chat, as the chats store it since migration 047. */
const chatIdentityOfMeetup = (invitationKey: string): string =>
  `meetup:${createHash('sha256').update(invitationKey).digest('base64url')}`;

/**
 * Adds a column that says whether a member has left a meetup's own chat. Removes guests who had declined from the chats
 * of their meetups, because until now nobody left a chat.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable(
    'chat_participant',
    (table) => void table.boolean('has_left').notNullable().defaultTo(false),
  );
  const declinedMembers: DeclinedMember[] = await knex('invitation')
    .join('chat', 'chat.key', 'invitation.chat_key')
    .join('invitation_attendee', 'invitation_attendee.invitation_key', 'invitation.key')
    .where('chat.people', 'like', 'meetup:%')
    .andWhere('invitation_attendee.status', 'declined')
    .select('invitation.chat_key', 'chat.people', 'invitation_attendee.invitation_key', 'invitation_attendee.uid');
  for (const { chat_key, people, invitation_key, uid } of declinedMembers)
    // Skips a meetup that was sent to the own chat of another meetup.
    if (people === chatIdentityOfMeetup(invitation_key))
      await knex('chat_participant').where({ chat_key, uid }).update({ has_left: true, is_listed: false });
};

/** Drops the column `has_left`. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  // On SQLite, the schema builder of knex would drop the column by rebuilding the table. Raw SQL drops only the column.
  await knex.raw('alter table "chat_participant" drop column has_left');
};
