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
import type { InvitationPlace, StoredInvitation } from './invitation-repository';
import { guestsNotDeclined, statusOf } from './invitation-status';
import type { Surroundings } from './invitation-status';
import { createTombstoneRepository } from './tombstone-repository';

/** What some invitations are shown with: who is in them, and where people meet. */
export const findSurroundings = async (
  knex: Connection,
  invitations: readonly Pick<StoredInvitation, 'attendees' | 'restaurantKey'>[],
): Promise<Surroundings> => ({
  people: await createPeople(knex).find(invitations.flatMap(({ attendees }) => attendees.map(({ uid }) => uid))),
  restaurants: await findKnownSummaries(
    knex,
    invitations.map(({ restaurantKey }) => restaurantKey),
  ),
});

/** An invitation with all that it is shown with. */
export interface InvitationState {
  readonly invitation: StoredInvitation;
  readonly surroundings: Surroundings;
  readonly status: Invitation['status'];
}

/** An invitation as it stands in this write. */
export const stateOf = async (knex: Connection, invitation: StoredInvitation): Promise<InvitationState> => {
  const surroundings = await findSurroundings(knex, [invitation]);
  return { invitation, surroundings, status: statusOf(invitation, surroundings) };
};

/** An invitation that was just written, and must be there. */
export const reread = async (knex: Connection, key: string): Promise<InvitationState> => {
  const invitation = await createInvitationRepository(knex).find(key);
  invariant(invitation, 'invitation', key);
  return stateOf(knex, invitation);
};

/** Guests who haven't declined. */
export const guestsOf = ({ invitation, surroundings }: InvitationState): string[] =>
  guestsNotDeclined(invitation, surroundings);

/** An invitation as `reader` sees it. */
export const viewOf = ({ invitation, surroundings }: InvitationState, reader: string): Invitation =>
  presentInvitation(invitation, reader, surroundings);

/** Why there is no invitation for somebody: it never was theirs, or it is gone. */
export type AbsenceError = 'notFound' | 'invitationDeleted';

/** An invitation of somebody who attends it. */
export const findAttended = async (
  knex: Connection,
  uid: string,
  key: string,
): Promise<Result<StoredInvitation, AbsenceError>> => {
  const invitation = await createInvitationRepository(knex).find(key);
  if (invitation !== null && mayReadInvitation(uid, invitation)) return ok(invitation);
  return err((await createTombstoneRepository(knex).has(uid, key)) ? 'invitationDeleted' : 'notFound');
};

/** Returns the place of an invitation in a user's list, of a removed one as well; null where it was never there. */
export const findPlace = async (knex: Connection, uid: string, key: string): Promise<InvitationPlace | null> =>
  (await createAttendeeRepository(knex).findPlace(uid, key)) ?? createTombstoneRepository(knex).findPlace(uid, key);
