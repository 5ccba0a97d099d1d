import type { WriteTransaction } from '../../platform';
import type { InvitationMails } from './invitation-mails';
import { createInvitationRepository } from './invitation-repository';
import type { StoredInvitation } from './invitation-repository';
import { readState } from './invitation-state';
import type { InvitationState } from './invitation-state';
import { answersOf } from './invitation-status';
import { recordInvitation } from './invitation-topic';

/** Returns all attendees who haven't declined, including the owner. */
const notDeclined = ({ invitation, context }: InvitationState): string[] =>
  answersOf(invitation, context)
    .filter(({ status }) => status !== 'declined')
    .map(({ uid }) => uid);

/** Actions that follow a change of an invitation: they update open pages and send e-mails. */
export interface InvitationChanges {
  /**
   * Completes a change of an invitation's rows: raises its sequence number and records the change for open pages. If
   * the status has changed, mails all attendees except `exceptUids`, who get a different e-mail.
   */
  settle(
    tx: WriteTransaction,
    before: InvitationState,
    change: { readonly now: number; readonly exceptUids?: readonly string[] },
  ): Promise<InvitationState>;
  /**
   * Mails the cancellation of an invitation that is about to be removed, unless it is already cancelled or its meetup
   * is past.
   */
  cancelRemoved(tx: WriteTransaction, before: InvitationState, now: number): Promise<void>;
}

/** Creates the actions that follow a change of an invitation. A change of a past meetup sends no e-mail. */
export const createInvitationChanges = (mails: InvitationMails): InvitationChanges => {
  const mailStatus = async (
    tx: WriteTransaction,
    before: InvitationState,
    after: InvitationState,
    except: readonly string[],
  ): Promise<void> => {
    if (after.status === before.status) return;
    if (after.status === 'canceled') return mails.canceled(tx, after.invitation, notDeclined(before));
    await mails.statusChanged(
      tx,
      after.invitation,
      notDeclined(after).filter((uid) => !except.includes(uid)),
    );
  };

  return {
    async settle(tx, before, { now, exceptUids = [] }) {
      await createInvitationRepository(tx.knex).raiseSequence(before.invitation.key, now);
      const after = await readState(tx.knex, before.invitation.key);
      recordInvitation(tx, after);
      if (after.invitation.date >= now) await mailStatus(tx, before, after, exceptUids);
      return after;
    },

    async cancelRemoved(tx, before, now) {
      if (before.status === 'canceled' || before.invitation.date < now) return;
      const lastState: StoredInvitation = {
        ...before.invitation,
        isCanceled: true,
        sequence: before.invitation.sequence + 1,
        changedAt: now,
      };
      await mails.canceled(tx, lastState, notDeclined(before));
    },
  };
};
