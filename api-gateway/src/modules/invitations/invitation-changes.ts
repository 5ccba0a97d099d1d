import type { LivePort, WriteTransaction } from '../../platform';
import { removeFromMeetupChat } from '../chat';
import type { InvitationMails } from './invitation-mails';
import { createInvitationRepository } from './invitation-repository';
import type { StoredInvitation } from './invitation-repository';
import { readInvitationState } from './invitation-state';
import type { InvitationState } from './invitation-state';
import { effectiveAnswersOf } from './invitation-status';
import { recordInvitation } from './invitation-topic';

/** Returns the uids of all attendees who haven't declined, including the owner. */
const uidsWithoutDecline = ({ invitation, context }: InvitationState): string[] =>
  effectiveAnswersOf(invitation, context)
    .filter(({ status }) => status !== 'declined')
    .map(({ uid }) => uid);

/** Functions that complete a change of an invitation: they update open pages and send e-mails. */
export interface InvitationChanges {
  /**
   * Completes a change of an invitation's rows: raises the calendar sequence number, records the change for open pages,
   * and removes guests who don't take part any more from the meetup's own chat. If the status has changed, sends an
   * e-mail to all attendees except `exceptUids`, who get a different one.
   */
  completeChange(
    tx: WriteTransaction,
    previousState: InvitationState,
    changeOptions: { readonly now: number; readonly exceptUids?: readonly string[] },
  ): Promise<InvitationState>;
  /**
   * Sends e-mails about the cancellation of an invitation that is about to be removed, unless it is already cancelled
   * or its meetup is past.
   */
  mailCancellation(tx: WriteTransaction, previousState: InvitationState, now: number): Promise<void>;
}

export interface InvitationChangesDeps {
  readonly mails: InvitationMails;
  readonly live: Pick<LivePort, 'rightsChanged'>;
}

/**
 * Returns the uids of attendees who have declined with this change, whether they did so themselves or the gateway did
 * it for them.
 */
const newlyDeclinedUids = (previous: StoredInvitation, current: StoredInvitation): string[] => {
  const declinedBefore = new Set(
    previous.attendees.filter(({ status }) => status === 'declined').map(({ uid }) => uid),
  );
  return current.attendees
    .filter(({ uid, status }) => status === 'declined' && !declinedBefore.has(uid))
    .map(({ uid }) => uid);
};

/** Creates the functions that complete a change of an invitation. A change of a past meetup sends no e-mail. */
export const createInvitationChanges = ({ mails: invitationMails, live }: InvitationChangesDeps): InvitationChanges => {
  const mailStatusChange = async (
    tx: WriteTransaction,
    previousState: InvitationState,
    currentState: InvitationState,
    excludedUids: readonly string[],
  ): Promise<void> => {
    if (currentState.status === previousState.status) return;
    if (currentState.status === 'canceled')
      return invitationMails.mailCanceled(tx, currentState.invitation, uidsWithoutDecline(previousState));
    await invitationMails.mailStatusChanged(
      tx,
      currentState.invitation,
      uidsWithoutDecline(currentState).filter((uid) => !excludedUids.includes(uid)),
    );
  };

  return {
    async completeChange(tx, previousState, { now, exceptUids = [] }) {
      await createInvitationRepository(tx.knex).raiseSequence(previousState.invitation.key, now);
      const currentState = await readInvitationState(tx.knex, previousState.invitation.key);
      recordInvitation(tx, currentState);
      const { invitation } = currentState;
      for (const uid of newlyDeclinedUids(previousState.invitation, invitation))
        await removeFromMeetupChat(tx, { uid, invitationKey: invitation.key, now }, live);
      if (currentState.invitation.date >= now) await mailStatusChange(tx, previousState, currentState, exceptUids);
      return currentState;
    },

    async mailCancellation(tx, previousState, now) {
      if (previousState.status === 'canceled' || previousState.invitation.date < now) return;
      const canceledInvitation: StoredInvitation = {
        ...previousState.invitation,
        isCanceled: true,
        sequence: previousState.invitation.sequence + 1,
        changedAt: now,
      };
      await invitationMails.mailCanceled(tx, canceledInvitation, uidsWithoutDecline(previousState));
    },
  };
};
