import type { Connection } from '../../platform';
import { blocksBetween, findContactsAmong } from '../contacts';
import type { MeetupEmail } from '../mail';
import { createAttendeeRepository } from './attendee-repository';
import type { StoredAttendee, StoredInvitation } from './invitation-repository';

/** Most invitations of one owner that are mailed to one guest a day; the guest finds the others in the app. */
export const MAILED_INVITATIONS_A_DAY = 5;

/**
 * Most invitations a day that are mailed to a guest by all owners who aren't among the guest's contacts, because
 * anybody can add and invite a stranger.
 */
export const MAILED_INVITATIONS_OF_STRANGERS_A_DAY = 10;

const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns the guests to whom an invitation is mailed: those who don't get too many. The caller has checked that they
 * may be invited.
 */
export const findInvitable = async (
  knex: Connection,
  owner: string,
  { uids, realNow }: { readonly uids: readonly string[]; readonly realNow: number },
): Promise<string[]> => {
  const owners = await createAttendeeRepository(knex).findMailingOwners(uids, realNow - DAY_MS);
  const invitable: string[] = [];
  for (const uid of uids) {
    const recentOwners = owners.get(uid) ?? [];
    const contacts = await findContactsAmong(knex, uid, [...new Set([owner, ...recentOwners])]);
    const hasEnoughFromStrangers =
      !contacts.has(owner) &&
      recentOwners.filter((ownerUid) => !contacts.has(ownerUid)).length >= MAILED_INVITATIONS_OF_STRANGERS_A_DAY;
    if (
      !hasEnoughFromStrangers &&
      recentOwners.filter((ownerUid) => ownerUid === owner).length < MAILED_INVITATIONS_A_DAY
    )
      invitable.push(uid);
  }
  return invitable;
};

/**
 * Returns whether an attendee's calendar may contain the invitation: a guest's after an answer or a mail, the owner's
 * after a mail has brought it.
 */
const mayHold = (
  { uid, status, isMailed }: StoredAttendee,
  { owner, event }: { readonly owner: string; readonly event: MeetupEmail['event'] },
): boolean => isMailed || (uid === owner ? event !== 'canceled' : status !== 'pending');

/**
 * Returns those of these users who get a mail about the invitation: their calendar may contain it, and they don't block
 * its owner, unless they lose a place that they had.
 */
export const findConcerned = async (
  knex: Connection,
  { owner, attendees }: StoredInvitation,
  { uids, event }: { readonly uids: readonly string[]; readonly event: MeetupEmail['event'] },
): Promise<string[]> => {
  const blocks = await blocksBetween(knex, owner, uids);
  return attendees.flatMap((attendee) => {
    const { uid, status } = attendee;
    if (!uids.includes(uid) || !mayHold(attendee, { owner, event })) return [];
    // They would come to a meetup that doesn't take place for them.
    const losesPlace = event === 'removed' || (event === 'canceled' && status === 'accepted');
    return losesPlace || !blocks(uid).isBlockedBy ? [uid] : [];
  });
};
