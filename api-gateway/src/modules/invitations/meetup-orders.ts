import type { MeetupForOrder } from '@mahlzeit/contract/rules';
import type { Connection, WriteTransaction } from '../../platform';
import { createPeople } from '../identity';
import { createAttendeeRepository } from './attendee-repository';
import { mayReadInvitation } from './invitation-policy';
import { createInvitationRepository } from './invitation-repository';
import { readInvitationState, loadInvitationState } from './invitation-state';
import { effectiveAnswersOf } from './invitation-status';
import { recordInvitation } from './invitation-topic';

/**
 * Returns the facts of a meetup that decide whether a user's order can belong to it (`meetupMisfitOf`). Returns null
 * for
 * a meetup that doesn't exist or that the user doesn't attend.
 */
export const findMeetupForOrder = async (
  knex: Connection,
  uid: string,
  invitationKey: string,
): Promise<MeetupForOrder | null> => {
  const invitation = await createInvitationRepository(knex).find(invitationKey);
  if (invitation === null || !mayReadInvitation(uid, invitation)) return null;
  const { status } = await loadInvitationState(knex, invitation);
  const orderingAttendee = invitation.attendees.find((attendee) => attendee.uid === uid);
  return {
    startsAt: invitation.date,
    restaurantKey: invitation.restaurantKey,
    status,
    answer: orderingAttendee?.status,
    hasOrdered: (orderingAttendee?.orderKey ?? null) !== null,
  };
};

/**
 * Returns how many people have accepted each of these meetups, by key. Users who have deleted their account don't
 * count; removed meetups are absent.
 */
export const findMeetupSizes = async (
  knex: Connection,
  invitationKeys: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const foundInvitations = await createInvitationRepository(knex).findAll([...new Set(invitationKeys)]);
  const personByUid = await createPeople(knex).find(
    foundInvitations.flatMap(({ attendees }) => attendees.map(({ uid }) => uid)),
  );
  return new Map(
    foundInvitations.map((invitation) => [
      invitation.key,
      effectiveAnswersOf(invitation, { people: personByUid }).filter(({ status }) => status === 'accepted').length,
    ]),
  );
};

/** A diner's paid order for a meetup. `key` is the key of the meetup's invitation. */
interface MeetupOrder {
  readonly key: string;
  readonly uid: string;
  readonly orderKey: string;
}

/** Stores a paid order for a meetup and records it for all attendees. From now on the meetup can't be cancelled. */
export const recordMeetupOrder = async (tx: WriteTransaction, { key, uid, orderKey }: MeetupOrder): Promise<void> => {
  // Fails if the order can't be stored, because the caller has checked in the same transaction that the diner may
  // order.
  if (!(await createAttendeeRepository(tx.knex).putOrder(key, uid, orderKey)))
    throw new Error(`Diner ${uid} already has an order for meetup ${key}`);
  recordInvitation(tx, await readInvitationState(tx.knex, key));
};

/**
 * Removes an order from a meetup after its price was refunded in full. The diner may then order again, decline or
 * cancel.
 */
export const removeMeetupOrder = async (tx: WriteTransaction, { key, uid, orderKey }: MeetupOrder): Promise<void> => {
  // Does nothing more if `removeOrder` returns false: the meetup was removed or the diner doesn't attend it any more.
  if (!(await createAttendeeRepository(tx.knex).removeOrder(key, uid, orderKey))) return;
  recordInvitation(tx, await readInvitationState(tx.knex, key));
};
