import type { WriteTransaction } from '../../platform';
import type { InvitationMails } from './invitation-mails';
import { createInvitationRepository } from './invitation-repository';
import type { StoredInvitation } from './invitation-repository';
import { readState } from './invitation-state';
import type { InvitationState } from './invitation-state';
import { effectiveAnswersOf } from './invitation-status';
import { recordInvitation } from './invitation-topic';

/** Returns all attendees who haven't declined, including the owner. */
const uidsNotDeclined = ({ invitation, context }: InvitationState): string[] =>
  effectiveAnswersOf(invitation, context)
    .filter(({ status }) => status !== 'declined')
    .map(({ uid }) => uid);

/** Actions that follow a change of an invitation: they update open pages and send e-mails. */
export interface InvitationChanges {
  /**
   * Completes a change of an invitation's rows: raises its sequence number and records the change for open pages. If
   * the status has changed, mails all attendees except `exceptUids`, who get a different e-mail.
   */
  completeChange(
    tx: WriteTransaction,
    stateBefore: InvitationState,
    change: { readonly now: number; readonly exceptUids?: readonly string[] },
  ): Promise<InvitationState>;
  /**
   * Mails the cancellation of an invitation that is about to be removed, unless it is already cancelled or its meetup
   * is past.
   */
  mailCancellation(tx: WriteTransaction, stateBefore: InvitationState, now: number): Promise<void>;
}

/** Creates the actions that follow a change of an invitation. A change of a past meetup sends no e-mail. */
export const createInvitationChanges = (mails: InvitationMails): InvitationChanges => {
  const mailStatus = async (
    tx: WriteTransaction,
    stateBefore: InvitationState,
    stateAfter: InvitationState,
    exceptUids: readonly string[],
  ): Promise<void> => {
    if (stateAfter.status === stateBefore.status) return;
    if (stateAfter.status === 'canceled')
      return mails.mailCanceled(tx, stateAfter.invitation, uidsNotDeclined(stateBefore));
    await mails.mailStatusChanged(
      tx,
      stateAfter.invitation,
      uidsNotDeclined(stateAfter).filter((uid) => !exceptUids.includes(uid)),
    );
  };

  return {
    async completeChange(tx, stateBefore, { now, exceptUids = [] }) {
      await createInvitationRepository(tx.knex).raiseSequence(stateBefore.invitation.key, now);
      const stateAfter = await readState(tx.knex, stateBefore.invitation.key);
      recordInvitation(tx, stateAfter);
      if (stateAfter.invitation.date >= now) await mailStatus(tx, stateBefore, stateAfter, exceptUids);
      return stateAfter;
    },

    async mailCancellation(tx, stateBefore, now) {
      if (stateBefore.status === 'canceled' || stateBefore.invitation.date < now) return;
      const canceledInvitation: StoredInvitation = {
        ...stateBefore.invitation,
        isCanceled: true,
        sequence: stateBefore.invitation.sequence + 1,
        changedAt: now,
      };
      await mails.mailCanceled(tx, canceledInvitation, uidsNotDeclined(stateBefore));
    },
  };
};
