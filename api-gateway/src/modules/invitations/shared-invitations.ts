import type { Connection } from '../../platform';
import type { SharedInvitations } from '../chat';
import { createAttendeeRepository } from './attendee-repository';
import { mayReadInvitation } from './invitation-policy';
import { presentInvitation } from './invitation-presenter';
import { createInvitationRepository } from './invitation-repository';
import { findInvitationContext } from './invitation-state';

/** Returns those of `otherUids` who attend at least one invitation together with the user. */
export const findCoAttendees = (
  knex: Connection,
  uid: string,
  otherUids: readonly string[],
): Promise<ReadonlySet<string>> => createAttendeeRepository(knex).findCoAttendees(uid, otherUids);

/** Functions by which chats and reports read invitations. */
export const sharedInvitations: SharedInvitations = {
  async findInvitationViews(knex, viewerUid, keys) {
    const foundInvitations = await createInvitationRepository(knex).findAll([...new Set(keys)]);
    const readableInvitations = foundInvitations.filter((invitation) => mayReadInvitation(viewerUid, invitation));
    const context = await findInvitationContext(knex, readableInvitations);
    return new Map(
      foundInvitations.map((invitation) => [
        invitation.key,
        mayReadInvitation(viewerUid, invitation) ? presentInvitation(invitation, viewerUid, context) : null,
      ]),
    );
  },

  async isAttendedByAll(knex, invitationKey, uids) {
    const invitation = await createInvitationRepository(knex).find(invitationKey);
    return invitation !== null && uids.every((uid) => mayReadInvitation(uid, invitation));
  },
};
