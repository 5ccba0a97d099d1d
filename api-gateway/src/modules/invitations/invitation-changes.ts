import type { WriteTransaction } from '../../platform';
import type { InvitationMails } from './invitation-mails';
import { createInvitationRepository } from './invitation-repository';
import type { StoredInvitation } from './invitation-repository';
import { reread } from './invitation-state';
import type { InvitationState } from './invitation-state';
import { answersOf } from './invitation-status';
import { recordInvitation } from './invitation-topic';

/** Whoever hasn't declined, the owner too. */
const notDeclined = ({ invitation, surroundings }: InvitationState): string[] =>
  answersOf(invitation, surroundings)
    .filter(({ status }) => status !== 'declined')
    .map(({ uid }) => uid);

/** What changes about a meetup, told to open pages and to calendars. */
export interface InvitationChanges {
  /**
   * The rows of an invitation were changed: its sequence number is raised, its pages are told and, where its status is
   * another one than it was, calendars; `except` hear of it in a mail of their own.
   */
  settle(
    tx: WriteTransaction,
    before: InvitationState,
    change: { readonly now: number; readonly except?: readonly string[] },
  ): Promise<InvitationState>;
  /** The invitation goes: whoever would have come is told that it is off, unless they know already. */
  callOff(tx: WriteTransaction, before: InvitationState, now: number): Promise<void>;
}

/** Settles changes; nothing is mailed of a meetup that has been. */
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
    async settle(tx, before, { now, except = [] }) {
      await createInvitationRepository(tx.knex).raiseSequence(before.invitation.key, now);
      const after = await reread(tx.knex, before.invitation.key);
      recordInvitation(tx, after);
      if (after.invitation.date >= now) await mailStatus(tx, before, after, except);
      return after;
    },

    async callOff(tx, before, now) {
      if (before.status === 'canceled' || before.invitation.date < now) return;
      const last: StoredInvitation = {
        ...before.invitation,
        isCanceled: true,
        sequence: before.invitation.sequence + 1,
        changedAt: now,
      };
      await mails.canceled(tx, last, notDeclined(before));
    },
  };
};
