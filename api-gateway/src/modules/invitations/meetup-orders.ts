import type { Connection, WriteTransaction } from '../../platform';
import { createPeople } from '../identity';
import { createAttendeeRepository } from './attendee-repository';
import { mayReadInvitation } from './invitation-policy';
import { createInvitationRepository } from './invitation-repository';
import { reread, stateOf } from './invitation-state';
import { answersOf } from './invitation-status';
import { recordInvitation } from './invitation-topic';

/** The meetup that somebody orders for, where they come and it takes place; null: there is none of theirs. */
export const findOrderableMeetup = async (
  knex: Connection,
  uid: string,
  key: string,
): Promise<{ readonly date: number; readonly restaurantKey: string } | null> => {
  const invitation = await createInvitationRepository(knex).find(key);
  if (invitation === null || !mayReadInvitation(uid, invitation)) return null;
  const { status } = await stateOf(knex, invitation);
  const own = invitation.attendees.find((attendee) => attendee.uid === uid);
  const canOrder = status === 'accepted' && own?.status === 'accepted' && own.orderKey === null;
  return canOrder ? { date: invitation.date, restaurantKey: invitation.restaurantKey } : null;
};

/**
 * How many people come to each of these meetups, nobody among them whose account is going; a meetup that is gone is
 * absent.
 */
export const findMeetupSizes = async (
  knex: Connection,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const found = await createInvitationRepository(knex).findAll([...new Set(keys)]);
  const people = await createPeople(knex).find(found.flatMap(({ attendees }) => attendees.map(({ uid }) => uid)));
  return new Map(
    found.map((invitation) => [
      invitation.key,
      answersOf(invitation, { people }).filter(({ status }) => status === 'accepted').length,
    ]),
  );
};

/** Whose order for which meetup. */
interface MeetupOrder {
  readonly key: string;
  readonly uid: string;
  readonly orderKey: string;
}

/** Somebody has ordered and paid for a meetup: everybody in it sees that, and it is not called off any more. */
export const recordMeetupOrder = async (tx: WriteTransaction, { key, uid, orderKey }: MeetupOrder): Promise<void> => {
  // Whoever settles an order looks first, in the same write: here it is taken for granted.
  if (!(await createAttendeeRepository(tx.knex).putOrder(key, uid, orderKey)))
    throw new Error(`Diner ${uid} already has an order for meetup ${key}`);
  recordInvitation(tx, await reread(tx.knex, key));
};

/** All the money of an order for a meetup went back: its diner may order again, decline or call it off, as before. */
export const recordMeetupOrderGone = async (
  tx: WriteTransaction,
  { key, uid, orderKey }: MeetupOrder,
): Promise<void> => {
  // The meetup may be gone, or they left it.
  if (!(await createAttendeeRepository(tx.knex).removeOrder(key, uid, orderKey))) return;
  recordInvitation(tx, await reread(tx.knex, key));
};
