import { INVITATION_RETENTION_DAYS, INVITATION_TOMBSTONE_DAYS } from '@mahlzeit/contract/rules';
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
 * Creates the provider of personal data in invitations. When a user is erased, the user's own invitations are deleted;
 * the invitations of other users keep nothing that identifies the erased user.
 */
export const createInvitationPersonalData = ({
  clock,
  changes,
  personUpdates,
}: InvitationPersonalDataDeps): PersonalDataProvider => ({
  name: 'invitations',
  personalTables: {
    invitation: {
      purpose: 'meetups and who comes',
      kept: `${INVITATION_RETENTION_DAYS} days after the meetup, at most until the host's erasure`,
      deletedBy: ['invitations', 'identity/erasure'],
      columns: {
        owner_uid: 'invitations[].isOwn',
        chat_key: 'invitations[].chatKey',
        message_key: { omittedBecause: 'the message, which the export contains' },
        replaced_message_key: { omittedBecause: 'the message, which the export contains' },
        share_token: 'invitations[].shareToken',
      },
    },
    invitation_attendee: {
      purpose: 'meetups and who comes',
      kept: 'as long as the meetup; a person until the erasure',
      deletedBy: ['invitations', 'identity/erasure'],
      columns: {
        invitation_key: 'invitations[].key',
        uid: 'invitations[].key',
        status: 'invitations[].status',
      },
    },
    invitation_tombstone: {
      purpose: 'telling a page that was offline that a meetup is gone',
      kept: `${INVITATION_TOMBSTONE_DAYS} days, at most until the erasure`,
      deletedBy: ['invitations', 'identity/erasure'],
      columns: { invitation_key: 'invitations[].key', uid: 'invitations[].isGone' },
    },
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
