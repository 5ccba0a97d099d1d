import type { Connection } from '../../platform';
import { blocksBetween, findContactsAmong } from '../contacts';
import type { MeetupEmail } from '../mail';
import { createAttendeeRepository } from './attendee-repository';
import type { StoredAttendee, StoredInvitation } from './invitation-repository';

/** Of one owner's invitations so many a day are mailed to one guest; whatever comes on top of that waits in the app. */
export const MAILED_INVITATIONS_A_DAY = 5;

/**
 * Of the invitations of all owners who aren't among a guest's own contacts so many a day are mailed to them: anybody
 * may add a stranger as a contact and ask them.
 */
export const MAILED_INVITATIONS_OF_STRANGERS_A_DAY = 10;

const DAY_MS = 24 * 60 * 60_000;

/**
 * Whom an invitation is mailed to: whoever was asked, and not too often. That they may be asked at all is known by now.
 */
export const findInvitable = async (
  knex: Connection,
  owner: string,
  { uids, realNow }: { readonly uids: readonly string[]; readonly realNow: number },
): Promise<string[]> => {
  const owners = await createAttendeeRepository(knex).findMailingOwners(uids, realNow - DAY_MS);
  const invitable: string[] = [];
  for (const uid of uids) {
    const lately = owners.get(uid) ?? [];
    const known = await findContactsAmong(knex, uid, [...new Set([owner, ...lately])]);
    const isSpared =
      !known.has(owner) && lately.filter((one) => !known.has(one)).length >= MAILED_INVITATIONS_OF_STRANGERS_A_DAY;
    if (!isSpared && lately.filter((one) => one === owner).length < MAILED_INVITATIONS_A_DAY) invitable.push(uid);
  }
  return invitable;
};

/**
 * Whether somebody's calendar may hold an invitation: a guest's once they have answered it or were mailed it; its
 * owner's, who takes part from the start, once a mail has brought it.
 */
const mayHold = (
  { uid, status, isMailed }: StoredAttendee,
  { owner, news }: { readonly owner: string; readonly news: MeetupEmail['news'] },
): boolean => isMailed || (uid === owner ? news !== 'canceled' : status !== 'pending');

/**
 * Who of these hears of an invitation: whose calendar may hold it, and nobody who blocks its owner, unless they have a
 * place there that is no more.
 */
export const findConcerned = async (
  knex: Connection,
  { owner, attendees }: StoredInvitation,
  { uids, news }: { readonly uids: readonly string[]; readonly news: MeetupEmail['news'] },
): Promise<string[]> => {
  const blocks = await blocksBetween(knex, owner, uids);
  return attendees.flatMap((attendee) => {
    const { uid, status } = attendee;
    if (!uids.includes(uid) || !mayHold(attendee, { owner, news })) return [];
    // They would stand before a closed door.
    const mustHear = news === 'removed' || (news === 'canceled' && status === 'accepted');
    return mustHear || !blocks(uid).isBlockedBy ? [uid] : [];
  });
};
