import { err, ok } from '@mahlzeit/contract';
import type {
  Invitation,
  InvitationAnswer,
  InvitationForm,
  InvitationPage,
  InvitationReminder,
  ReminderSent,
  Result,
} from '@mahlzeit/contract';
import { mayRemind, meetupDateError } from '@mahlzeit/contract/rules';
import { consumeAttempt, invalidField, randomKey } from '../../platform';
import type { Clock, Connection, Database, RateLimiter, RouteError, WriteTransaction } from '../../platform';
import {
  findCardInvitation,
  findChatMembers,
  findRefusal,
  markCardsReminded,
  validateOtherUids,
  sendInvitationCard,
} from '../chat';
import { findSummaries } from '../discovery';
import { deadlineExceededError, transitionOf } from './answer-transitions';
import type { Transition, TransitionError } from './answer-transitions';
import { createAttendeeRepository } from './attendee-repository';
import type { InvitationChanges } from './invitation-changes';
import type { InvitationMails } from './invitation-mails';
import { closeInvitationNotifications, notifyOfEvent } from './invitation-notifications';
import { ownsInvitation } from './invitation-policy';
import { presentInvitation } from './invitation-presenter';
import { createInvitationRepository } from './invitation-repository';
import type { StoredInvitation } from './invitation-repository';
import {
  findAttended,
  findListPosition,
  findContext,
  guestsOf,
  readState,
  stateOf,
  presentTo,
} from './invitation-state';
import type { AbsenceError, InvitationState } from './invitation-state';
import { recordInvitation } from './invitation-topic';

/** Dependencies of the invitation service. */
export interface InvitationServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /**
   * Limits of one user: `attempts` counts each invitation that the user tries to send, `sentLimiter` counts those that
   * were sent. One invitation goes to up to nine guests.
   */
  readonly limits: { readonly attempts: RateLimiter; readonly sentLimiter: RateLimiter };
  readonly mails: InvitationMails;
  readonly changes: InvitationChanges;
}

type InvitationCreationError =
  | 'ErrorNoUsers'
  | 'tooManyAttendees'
  | 'ErrorDatePast'
  | 'ErrorDateLaterTwoWeeks'
  | 'uninvitable'
  | 'notAContact'
  | 'notFound';
type AnswerError = AbsenceError | TransitionError;
type ReminderError = AbsenceError | 'notAllowed' | 'reminderSent' | 'transitionNotAllowed';

/** Creates the service behind the invitation routes. */
export const createInvitationService = ({ database, clock, limits, mails, changes }: InvitationServiceDeps) => {
  const insert = async (
    tx: WriteTransaction,
    uid: string,
    otherUids: readonly string[],
    form: InvitationForm,
  ): Promise<Result<Invitation, InvitationCreationError>> => {
    const uids = [uid, ...otherUids];
    if (!(await findSummaries(tx.knex, [form.restaurant])).has(form.restaurant)) return err('notFound');
    const invitationRefusal = await findRefusal(tx.knex, uid, otherUids, await findChatMembers(tx.knex, uids));
    if (invitationRefusal !== null) return err(invitationRefusal);
    const [key, now] = [randomKey(), clock.now()];
    const replacedMessageKey = form.replacedChatMessageKey ?? null;
    const card = await sendInvitationCard(tx, {
      invitationKey: key,
      author: uid,
      memberUids: uids,
      chatKey: form.chatKey ?? null,
      replacedMessageKey,
      now,
    });
    if (!card.ok) return card;
    await createInvitationRepository(tx.knex).insert({
      key,
      owner: uid,
      restaurantKey: form.restaurant,
      date: Date.parse(form.date),
      isTakeAway: form.isTakeAway,
      isCanceled: false,
      isReminderSent: false,
      ...card.value,
      replacedMessageKey,
      sequence: 0,
      createdAt: now,
      changedAt: now,
      shareToken: null,
      attendees: uids.map((attendeeUid) => ({
        uid: attendeeUid,
        status: attendeeUid === uid ? 'accepted' : 'pending',
        orderKey: null,
        isMailed: false,
      })),
    });
    const invitationState = await readState(tx.knex, key);
    recordInvitation(tx, invitationState);
    await notifyOfEvent(tx, invitationState.invitation, invitationState.context, {
      event: 'invited',
      by: uid,
      uids: otherUids,
      now,
    });
    await mails.mailInvited(tx, invitationState.invitation, otherUids);
    return ok(presentTo(invitationState, uid));
  };

  /** Stores an answer, then notifies and mails the attendees whom the answer concerns. */
  const performTransition = async (
    tx: WriteTransaction,
    stateBefore: InvitationState,
    uid: string,
    transition: Exclude<Transition, 'same'>,
  ): Promise<InvitationState> => {
    const { invitation } = stateBefore;
    const [invitations, now] = [createInvitationRepository(tx.knex), clock.now()];
    if (transition === 'cancel') await invitations.update(invitation.key, { isCanceled: true });
    else
      await createAttendeeRepository(tx.knex).putAnswer(invitation, {
        uid,
        status: transition === 'accept' ? 'accepted' : 'declined',
      });
    const stateAfter = await changes.completeChange(tx, stateBefore, { now });
    // The guest gets a calendar file that removes the meetup, because their calendar may have added it by itself.
    if (transition === 'decline') await mails.mailDeclined(tx, stateAfter.invitation, [uid]);
    // If the status stays the same, only this guest gets an e-mail, because their calendar still shows the meetup as
    // unanswered.
    if (transition === 'accept' && stateAfter.status === stateBefore.status)
      await mails.mailJoined(tx, stateAfter.invitation, [uid]);
    for (const attendeeUid of transition === 'cancel' ? guestsOf(stateBefore) : [uid])
      await closeInvitationNotifications(tx, invitation, {
        uid: attendeeUid,
        now,
        kinds: ['invitation', 'invitationReminder'],
      });
    const event = { cancel: 'canceled', accept: 'accepted', decline: 'declined' } as const;
    await notifyOfEvent(tx, stateAfter.invitation, stateAfter.context, {
      event: event[transition],
      by: uid,
      uids: transition === 'cancel' ? guestsOf(stateBefore) : [invitation.owner],
      now,
    });
    return stateAfter;
  };

  /** Finds the invitation that a card in a chat shows. Fails unless the caller owns the invitation. */
  const findRemindedInvitation = async (
    knex: Connection,
    uid: string,
    card: InvitationReminder,
  ): Promise<Result<StoredInvitation, ReminderError>> => {
    const key = await findCardInvitation(knex, uid, card);
    if (key === null) return err('notFound');
    const invitation = await findAttended(knex, uid, key);
    if (!invitation.ok) return invitation;
    return ownsInvitation(uid, invitation.value) ? invitation : err('notAllowed');
  };

  const remind = async (tx: WriteTransaction, uid: string, state: InvitationState): Promise<void> => {
    const { invitation, context } = state;
    const guests = presentTo(state, uid)
      .attendees.filter((attendee) => attendee.uid !== uid && attendee.status !== 'declined' && !attendee.hasOrdered)
      .map((attendee) => attendee.uid);
    await createInvitationRepository(tx.knex).update(invitation.key, { isReminderSent: true });
    await markCardsReminded(tx, invitation.key);
    await notifyOfEvent(tx, invitation, context, { event: 'reminded', by: uid, uids: guests, now: clock.now() });
    await mails.mailReminded(tx, invitation, guests);
  };

  return {
    /** Returns a page of the caller's invitations. */
    list: (uid: string, { when, before, limit }: InvitationPage): Promise<Result<Invitation[], RouteError>> =>
      database.read(async (knex) => {
        const invitations = createInvitationRepository(knex);
        const previousPosition = before === undefined ? null : await findListPosition(knex, uid, before);
        if (before !== undefined && previousPosition === null) return err(invalidField('before', 'unknown'));
        const page = await invitations.listOf(uid, { when, now: clock.now(), behind: previousPosition, limit });
        const context = await findContext(knex, page);
        return ok(page.map((invitation) => presentInvitation(invitation, uid, context)));
      }),

    /** Returns an invitation that the caller attends; fails for every other invitation. */
    get: (uid: string, key: string): Promise<Result<Invitation, AbsenceError>> =>
      database.read(async (knex) => {
        const invitation = await findAttended(knex, uid, key);
        return invitation.ok ? ok(presentTo(await stateOf(knex, invitation.value), uid)) : invitation;
      }),

    /**
     * Sends an invitation to its guests as a card in a chat. Only invitations that are sent count against the limit
     * `sentLimiter`.
     */
    async create(uid: string, form: InvitationForm): Promise<Result<Invitation, InvitationCreationError | RouteError>> {
      const uidsResult = validateOtherUids(uid, form.attendees);
      if (!uidsResult.ok) return uidsResult;
      const dateError = meetupDateError(Date.parse(form.date), clock.now());
      if (dateError !== null) return err(dateError);
      for (const limiter of [limits.attempts, limits.sentLimiter]) {
        const admission = await consumeAttempt(limiter, uid);
        if (!admission.ok) return admission;
      }
      let isSent = false;
      try {
        const insertResult = await database.write((tx) => insert(tx, uid, uidsResult.value, form));
        isSent = insertResult.ok;
        return insertResult;
      } finally {
        if (!isSent) await limits.sentLimiter.refund(uid);
      }
    },

    /** Stores the caller's answer: the caller accepts, declines or cancels. */
    answer: (
      uid: string,
      key: string,
      { status: answer }: InvitationAnswer,
    ): Promise<Result<Invitation, AnswerError | RouteError>> =>
      database.write(async (tx) => {
        const invitation = await findAttended(tx.knex, uid, key);
        if (!invitation.ok) return invitation;
        const state = await stateOf(tx.knex, invitation.value);
        const transition = transitionOf({ ...state, uid, answer, now: clock.now() });
        if (!transition.ok)
          return err(transition.error === 'deadlineExceeded' ? deadlineExceededError : transition.error);
        return ok(
          presentTo(
            transition.value === 'same' ? state : await performTransition(tx, state, uid, transition.value),
            uid,
          ),
        );
      }),

    /** Reminds the guests who haven't declined or ordered. Each invitation allows one reminder. */
    remind: (uid: string, reminder: InvitationReminder): Promise<Result<ReminderSent, ReminderError>> =>
      database.write(async (tx) => {
        const invitation = await findRemindedInvitation(tx.knex, uid, reminder);
        if (!invitation.ok) return invitation;
        if (invitation.value.isReminderSent) return err('reminderSent');
        const state = await stateOf(tx.knex, invitation.value);
        if (!mayRemind(presentTo(state, uid), { uid, reminderSent: false, now: clock.now() }))
          return err('transitionNotAllowed');
        await remind(tx, uid, state);
        return ok({ success: true });
      }),
  };
};

/** Service behind the invitation routes. */
export type InvitationService = ReturnType<typeof createInvitationService>;
