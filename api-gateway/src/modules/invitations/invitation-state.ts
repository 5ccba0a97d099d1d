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
import { guestsNotDeclined, statusOf } from './invitation-status';
import type { InvitationContext } from './invitation-status';
import { createTombstoneRepository } from './tombstone-repository';

/** Reads the people and the restaurants that these invitations refer to. */
export const findContext = async (
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
export const stateOf = async (knex: Connection, invitation: StoredInvitation): Promise<InvitationState> => {
  const context = await findContext(knex, [invitation]);
  return { invitation, context, status: statusOf(invitation, context) };
};

/** Reads the state of an invitation that the same transaction has just written, so the invitation must exist. */
export const readState = async (knex: Connection, key: string): Promise<InvitationState> => {
  const invitation = await createInvitationRepository(knex).find(key);
  invariant(invitation, 'invitation', key);
  return stateOf(knex, invitation);
};

/** Returns the uids of the guests who haven't declined. */
export const guestsOf = ({ invitation, context }: InvitationState): string[] => guestsNotDeclined(invitation, context);

/** Presents an invitation as the attendee `viewerUid` sees it. */
export const presentTo = ({ invitation, context }: InvitationState, viewerUid: string): Invitation =>
  presentInvitation(invitation, viewerUid, context);

/**
 * Error codes for an invitation that a user can't read: `notFound` if they never attended it, `invitationDeleted` if it
 * was removed.
 */
export type AbsenceError = 'notFound' | 'invitationDeleted';

/** Returns an invitation that the user attends; fails for every other invitation. */
export const findAttended = async (
  knex: Connection,
  uid: string,
  key: string,
): Promise<Result<StoredInvitation, AbsenceError>> => {
  const invitation = await createInvitationRepository(knex).find(key);
  if (invitation !== null && mayReadInvitation(uid, invitation)) return ok(invitation);
  return err((await createTombstoneRepository(knex).has(uid, key)) ? 'invitationDeleted' : 'notFound');
};

/**
 * Returns the position of an invitation in a user's list, even if the invitation was removed; null if the user never
 * attended it.
 */
export const findListPosition = async (knex: Connection, uid: string, key: string): Promise<ListPosition | null> =>
  (await createAttendeeRepository(knex).findListPosition(uid, key)) ??
  createTombstoneRepository(knex).findListPosition(uid, key);
