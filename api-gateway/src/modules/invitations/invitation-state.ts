import { err, ok } from '@mahlzeit/contract';
import type { Invitation, Result } from '@mahlzeit/contract';
import { invariant } from '../../platform';
import type { Connection } from '../../platform';
import { findKnownSummaries } from '../discovery';
import { createPeople } from '../identity';
import { createAttendeeRepository } from './attendee-repository';
import { mayReadInvitation } from './invitation-policy';
import { presentInvitation } from './invitation-presenter';
import { createInvitationRepository } from './invitation-repository';
import type { ListPosition, StoredInvitation } from './invitation-repository';
import { uidsOfGuestsNotDeclined, invitationStatusOf } from './invitation-status';
import type { InvitationContext } from './invitation-status';
import { createTombstoneRepository } from './tombstone-repository';

/** Reads the people and the restaurants that these invitations refer to. */
export const findInvitationContext = async (
  knex: Connection,
  invitations: readonly Pick<StoredInvitation, 'attendees' | 'restaurantKey'>[],
): Promise<InvitationContext> => ({
  people: await createPeople(knex).find(invitations.flatMap(({ attendees }) => attendees.map(({ uid }) => uid))),
  restaurants: await findKnownSummaries(
    knex,
    invitations.map(({ restaurantKey }) => restaurantKey),
  ),
});

/** An invitation with its people, its restaurant and its status. */
export interface InvitationState {
  readonly invitation: StoredInvitation;
  readonly context: InvitationContext;
  readonly status: Invitation['status'];
}

/** Reads the people and the restaurant of an invitation and computes its status. */
export const loadInvitationState = async (knex: Connection, invitation: StoredInvitation): Promise<InvitationState> => {
  const invitationContext = await findInvitationContext(knex, [invitation]);
  return { invitation, context: invitationContext, status: invitationStatusOf(invitation, invitationContext) };
};

/** Reads the state of an invitation that the same transaction has just written, so that the invitation must exist. */
export const readInvitationState = async (knex: Connection, invitationKey: string): Promise<InvitationState> => {
  const storedInvitation = await createInvitationRepository(knex).find(invitationKey);
  invariant(storedInvitation, 'invitation', invitationKey);
  return loadInvitationState(knex, storedInvitation);
};

/** Returns the uids of the guests of a meetup who haven't declined. */
export const guestUidsOf = ({ invitation, context }: InvitationState): string[] =>
  uidsOfGuestsNotDeclined(invitation, context);

/** Converts an invitation to its form in the API for the attendee `viewerUid`. */
export const presentInvitationTo = ({ invitation, context }: InvitationState, viewerUid: string): Invitation =>
  presentInvitation(invitation, viewerUid, context);

/**
 * Error codes for an invitation that a user can't read: `notFound` if they never attended it, `invitationDeleted` if it
 * was removed.
 */
export type InvitationAbsenceError = 'notFound' | 'invitationDeleted';

/** Returns an invitation that the user attends; fails for every other invitation. */
export const findAttendedInvitation = async (
  knex: Connection,
  uid: string,
  invitationKey: string,
): Promise<Result<StoredInvitation, InvitationAbsenceError>> => {
  const invitation = await createInvitationRepository(knex).find(invitationKey);
  if (invitation !== null && mayReadInvitation(uid, invitation)) return ok(invitation);
  return err((await createTombstoneRepository(knex).has(uid, invitationKey)) ? 'invitationDeleted' : 'notFound');
};

/**
 * Returns the position of an invitation in a user's list, even if the invitation was removed; null if the user never
 * attended it.
 */
export const findListPosition = async (
  knex: Connection,
  uid: string,
  invitationKey: string,
): Promise<ListPosition | null> =>
  (await createAttendeeRepository(knex).findListPosition(uid, invitationKey)) ??
  createTombstoneRepository(knex).findListPosition(uid, invitationKey);
