import { INVITATION_RETENTION_DAYS, INVITATION_TOMBSTONE_DAYS } from '@mahlzeit/contract/rules';
import type { Clock, Database, PeriodicJob, WriteTransaction } from '../../platform';
import { markCardsRemoved } from '../chat';
import { createPeople } from '../identity';
import { closeInvitationNotifications } from './invitation-notifications';
import { recordInvitationRemoval } from './invitation-topic';
import { createInvitationRepository } from './invitation-repository';
import type { StoredInvitation } from './invitation-repository';
import { createTombstoneRepository } from './tombstone-repository';

/**
 * Removes an invitation and closes its notifications, marks its cards in chats as removed and records the removal for
 * the attendees' pages. `except` is the uid of a user who is erased in the same transaction, so that nothing is
 * recorded for them; null without such a user.
 */
export const removeInvitation = async (
  tx: WriteTransaction,
  invitation: StoredInvitation,
  { now, except: excludedUid }: { readonly now: number; readonly except: string | null },
): Promise<void> => {
  const remainingUids = invitation.attendees.map(({ uid }) => uid).filter((uid) => uid !== excludedUid);
  const attendeeUids = [...(await createPeople(tx.knex).find(remainingUids)).keys()];
  await createInvitationRepository(tx.knex).remove(invitation.key);
  await createTombstoneRepository(tx.knex).add(invitation, attendeeUids);
  recordInvitationRemoval(tx, invitation.key, attendeeUids);
  for (const uid of attendeeUids) await closeInvitationNotifications(tx, invitation, { uid, now });
  await markCardsRemoved(tx, invitation.key, excludedUid);
};

const REMOVAL_INTERVAL_MS = 10 * 60_000;
const INVITATION_RETENTION_MS = INVITATION_RETENTION_DAYS * 24 * 60 * 60_000;

/**
 * Time in milliseconds for which the gateway remembers that an invitation was removed, because an open page or an old
 * e-mail may still link to it. After this time nothing stores who met whom.
 */
const TOMBSTONE_RETENTION_MS = INVITATION_TOMBSTONE_DAYS * 24 * 60 * 60_000;

/**
 * Number of invitations that one transaction removes. It is small, so that no request waits long for the transaction.
 */
const REMOVAL_BATCH_SIZE = 10;
const TOMBSTONE_BATCH_SIZE = 500;

/**
 * Creates the job that removes invitations a week after their meetup, the oldest first, and the records of removed
 * invitations thirty days later.
 */
export const createInvitationRemoval = ({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
}): PeriodicJob => ({
  name: 'invitations',
  everyMs: REMOVAL_INTERVAL_MS,
  clock: 'domain',
  async run() {
    for (let removedCount = REMOVAL_BATCH_SIZE; removedCount === REMOVAL_BATCH_SIZE;) {
      removedCount = await database.write(async (tx) => {
        const now = clock.now();
        const expiredInvitations = await createInvitationRepository(tx.knex).listBefore(
          now - INVITATION_RETENTION_MS,
          REMOVAL_BATCH_SIZE,
        );
        for (const invitation of expiredInvitations) await removeInvitation(tx, invitation, { now, except: null });
        return expiredInvitations.length;
      });
    }
    for (let removedCount = TOMBSTONE_BATCH_SIZE; removedCount >= TOMBSTONE_BATCH_SIZE;) {
      removedCount = await database.write((tx) =>
        createTombstoneRepository(tx.knex).removeOldTombstones({
          before: clock.now() - INVITATION_RETENTION_MS - TOMBSTONE_RETENTION_MS,
          limit: TOMBSTONE_BATCH_SIZE,
        }),
      );
    }
  },
});
