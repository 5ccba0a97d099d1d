import type { Connection } from '../../platform';
import { blocksBetween, findContactsAmong } from '../contacts';
import type { MeetupEmail } from '../mail';
import { createAttendeeRepository } from './attendee-repository';
import type { StoredAttendee, StoredInvitation } from './invitation-repository';

/**
 * Maximum number of invitations by one owner that are mailed to one guest within a day. The guest finds further
 * invitations in the app.
 */
export const MAX_MAILED_INVITATIONS_PER_DAY = 5;

/**
 * Maximum number of invitations that are mailed to one guest within a day by owners who aren't the guest's contacts.
 * The limit exists because anybody can add a stranger as a contact and invite them.
 */
export const MAX_MAILED_INVITATIONS_OF_STRANGERS_PER_DAY = 10;

const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns the guests to whom an invitation is sent by e-mail: those whose daily limits aren't reached. The caller has
 * checked that the guests may be invited.
 */
export const findInvitableUids = async (
  knex: Connection,
  owner: string,
  { uids, realNow }: { readonly uids: readonly string[]; readonly realNow: number },
): Promise<string[]> => {
  const ownersByGuest = await createAttendeeRepository(knex).findMailingOwners(uids, realNow - DAY_MS);
  const invitableUids: string[] = [];
  for (const uid of uids) {
    const recentOwners = ownersByGuest.get(uid) ?? [];
    const contactUids = await findContactsAmong(knex, uid, [...new Set([owner, ...recentOwners])]);
    const isStrangerLimitReached =
      !contactUids.has(owner) &&
      recentOwners.filter((ownerUid) => !contactUids.has(ownerUid)).length >=
        MAX_MAILED_INVITATIONS_OF_STRANGERS_PER_DAY;
    if (
      !isStrangerLimitReached &&
      recentOwners.filter((ownerUid) => ownerUid === owner).length < MAX_MAILED_INVITATIONS_PER_DAY
    )
      invitableUids.push(uid);
  }
  return invitableUids;
};

/**
 * Checks whether an attendee's calendar may contain the meetup, so that an e-mail about a change makes sense. A guest's
 * calendar may contain the meetup after an answer or an e-mail. The owner's calendar contains the meetup only after an
 * e-mail, so the owner gets a cancellation only if an earlier e-mail was sent.
 */
const mayBeInCalendar = (
  { uid, status, isMailed }: StoredAttendee,
  { owner, event }: { readonly owner: string; readonly event: MeetupEmail['event'] },
): boolean => isMailed || (uid === owner ? event !== 'canceled' : status !== 'pending');

/**
 * Returns those of `uids` who get an e-mail about the invitation: users whose calendar may contain it. A user who
 * blocks the owner gets an e-mail only if they were removed, or if they had accepted and the meetup is cancelled.
 */
export const findConcernedUids = async (
  knex: Connection,
  { owner, attendees }: StoredInvitation,
  { uids, event }: { readonly uids: readonly string[]; readonly event: MeetupEmail['event'] },
): Promise<string[]> => {
  const blockRelationWith = await blocksBetween(knex, owner, uids);
  return attendees.flatMap((attendee) => {
    const { uid, status } = attendee;
    if (!uids.includes(uid) || !mayBeInCalendar(attendee, { owner, event })) return [];
    // Checks whether the user would come to the meetup without this e-mail, although it is cancelled or they were
    // removed from it.
    const losesSeat = event === 'removed' || (event === 'canceled' && status === 'accepted');
    return losesSeat || !blockRelationWith(uid).isBlockedBy ? [uid] : [];
  });
};
