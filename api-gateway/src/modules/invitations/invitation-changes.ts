import type { Invitation } from '@mahlzeit/contract';
import type { Connection, WriteTransaction } from '../../platform';
import type { InvitationMails } from './invitation-mails';
import { findSurroundings, recordInvitation } from './invitation-records';
import { createInvitationRepository } from './invitation-repository';
import type { StoredInvitation } from './invitation-repository';
import { answersOf, guestsNotDeclined, statusOf } from './invitation-rules';
import type { Surroundings } from './invitation-rules';

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
  if (invitation === null) throw new Error('an invitation is gone that was just written');
  return stateOf(knex, invitation);
};

/** Whoever hasn't declined, the owner too. */
const notDeclined = ({ invitation, surroundings }: InvitationState): string[] =>
  answersOf(invitation, surroundings)
    .filter(({ status }) => status !== 'declined')
    .map(({ uid }) => uid);

/** Guests who haven't declined. */
export const guestsOf = ({ invitation, surroundings }: InvitationState): string[] =>
  guestsNotDeclined(invitation, surroundings);

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
      recordInvitation(tx, after.invitation, after.surroundings);
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
