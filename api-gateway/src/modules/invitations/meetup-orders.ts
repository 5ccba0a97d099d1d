import type { Connection, WriteTransaction } from '../../platform';
import { createPeople } from '../identity';
import { createAttendeeRepository } from './attendee-repository';
import { mayReadInvitation } from './invitation-policy';
import { createInvitationRepository } from './invitation-repository';
import { readState, stateOf } from './invitation-state';
import { answersOf } from './invitation-status';
import { recordInvitation } from './invitation-topic';

/**
 * Returns the meetup for which a user may order: it takes place, they attend it, and they haven't ordered. Null
 * otherwise.
 */
export const findOrderableMeetup = async (
  knex: Connection,
  uid: string,
  key: string,
): Promise<{ readonly date: number; readonly restaurantKey: string } | null> => {
  const invitation = await createInvitationRepository(knex).find(key);
  if (invitation === null || !mayReadInvitation(uid, invitation)) return null;
  const { status } = await stateOf(knex, invitation);
  const orderer = invitation.attendees.find((attendee) => attendee.uid === uid);
  const canOrder = status === 'accepted' && orderer?.status === 'accepted' && orderer.orderKey === null;
  return canOrder ? { date: invitation.date, restaurantKey: invitation.restaurantKey } : null;
};

/**
 * Returns the number of people who come to each of these meetups, without users who are leaving. A removed meetup is
 * absent.
 */
export const findMeetupSizes = async (
  knex: Connection,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const invitations = await createInvitationRepository(knex).findAll([...new Set(keys)]);
  const people = await createPeople(knex).find(invitations.flatMap(({ attendees }) => attendees.map(({ uid }) => uid)));
  return new Map(
    invitations.map((invitation) => [
      invitation.key,
      answersOf(invitation, { people }).filter(({ status }) => status === 'accepted').length,
    ]),
  );
};

/** The order of one diner for one meetup. */
interface MeetupOrder {
  readonly key: string;
  readonly uid: string;
  readonly orderKey: string;
}

/** Stores a paid order for a meetup and records it for all attendees. The meetup can't be cancelled any more. */
export const recordMeetupOrder = async (tx: WriteTransaction, { key, uid, orderKey }: MeetupOrder): Promise<void> => {
  // The caller has checked this in the same transaction.
  if (!(await createAttendeeRepository(tx.knex).putOrder(key, uid, orderKey)))
    throw new Error(`Diner ${uid} already has an order for meetup ${key}`);
  recordInvitation(tx, await readState(tx.knex, key));
};

/** Removes an order whose money was refunded in full. Its diner may order again, decline or cancel, as before. */
export const recordMeetupOrderGone = async (
  tx: WriteTransaction,
  { key, uid, orderKey }: MeetupOrder,
): Promise<void> => {
  // The meetup may be removed, or the diner may have left it.
  if (!(await createAttendeeRepository(tx.knex).removeOrder(key, uid, orderKey))) return;
  recordInvitation(tx, await readState(tx.knex, key));
};
