import type { Clock, PersonalDataProvider } from '../../platform';
import { createAttendeeRepository } from './attendee-repository';
import type { InvitationChanges } from './invitation-changes';
import { ownsInvitation } from './invitation-policy';
import { removeInvitation } from './invitation-removal';
import { createInvitationRepository } from './invitation-repository';
import { loadInvitationState } from './invitation-state';
import { isoDateOf } from './invitation-status';
import type { PersonUpdates } from './person-updates';
import { createTombstoneRepository } from './tombstone-repository';

interface InvitationPersonalDataDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly changes: InvitationChanges;
  readonly personUpdates: Pick<PersonUpdates, 'onErased'>;
}

/**
 * Creates the provider of personal data in invitations. An erased user's own invitations are deleted; the invitations
 * of other users keep nothing that identifies the erased user.
 */
export const createInvitationPersonalData = ({
  clock,
  changes,
  personUpdates,
}: InvitationPersonalDataDeps): PersonalDataProvider => ({
  name: 'invitations',
  personalTables: {
    invitation: ['owner_uid', 'chat_key', 'message_key', 'replaced_message_key', 'share_token'],
    invitation_attendee: ['invitation_key', 'uid', 'status'],
    invitation_tombstone: ['invitation_key', 'uid'],
  },
  impersonalTables: [],

  async export(knex, { uid }) {
    const attendedInvitationKeys = await createAttendeeRepository(knex).listKeysOf(uid);
    const invitations = (await createInvitationRepository(knex).findAll(attendedInvitationKeys)).map((invitation) => ({
      key: invitation.key,
      date: isoDateOf(invitation),
      restaurant: invitation.restaurantKey,
      isTakeAway: invitation.isTakeAway,
      isOwn: ownsInvitation(uid, invitation),
      isCanceled: invitation.isCanceled,
      status: invitation.attendees.find((attendee) => attendee.uid === uid)?.status,
      chatKey: invitation.chatKey,
      shareToken: ownsInvitation(uid, invitation) ? invitation.shareToken : null,
    }));
    return [
      ...invitations,
      ...(await createTombstoneRepository(knex).listOf(uid)).map(({ key, date }) => ({
        key,
        date: new Date(date).toISOString(),
        isGone: true,
      })),
    ];
  },

  async erase(tx, { uid }) {
    const [invitationRepository, now] = [createInvitationRepository(tx.knex), clock.now()];
    for (const invitation of await invitationRepository.findAll(await invitationRepository.listKeysOwnedBy(uid))) {
      await changes.mailCancellation(tx, await loadInvitationState(tx.knex, invitation), now);
      await removeInvitation(tx, invitation, { now, except: uid });
    }
    const attendees = createAttendeeRepository(tx.knex);
    const attendedKeys = await attendees.listKeysOf(uid);
    await attendees.removeAllOf(uid);
    await createTombstoneRepository(tx.knex).removeAllOf(uid);
    await personUpdates.onErased(tx, uid, attendedKeys);
  },
});
