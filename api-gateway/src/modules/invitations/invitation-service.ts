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
import { mayRemindAttendees, meetupDateError } from '@mahlzeit/contract/rules';
import { consumeAttempt, countSuccess, invalidField, randomKey } from '../../platform';
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
import type { AnswerTransition, AnswerTransitionError } from './answer-transitions';
import { createAttendeeRepository } from './attendee-repository';
import type { InvitationChanges } from './invitation-changes';
import type { InvitationMails } from './invitation-mails';
import { closeInvitationNotifications, notifyOfInvitationEvent } from './invitation-notifications';
import { ownsInvitation } from './invitation-policy';
import { presentInvitation } from './invitation-presenter';
import { createInvitationRepository } from './invitation-repository';
import type { StoredInvitation } from './invitation-repository';
import {
  findAttendedInvitation,
  findListPosition,
  findInvitationContext,
  guestUidsOf,
  readInvitationState,
  loadInvitationState,
  presentInvitationTo,
} from './invitation-state';
import type { InvitationAbsenceError, InvitationState } from './invitation-state';
import { recordInvitation } from './invitation-topic';

export interface InvitationServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /**
   * Rate limits of one user: `attempts` counts each invitation that the user tries to send, `sentLimiter` counts those
   * that were sent. One invitation goes to up to nine guests.
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
type InvitationAnswerError = InvitationAbsenceError | AnswerTransitionError;
type ReminderError = InvitationAbsenceError | 'notAllowed' | 'reminderSent' | 'transitionNotAllowed';

/** Creates the service that the invitation routes call. */
export const createInvitationService = ({ database, clock, limits, mails, changes }: InvitationServiceDeps) => {
  const insertInvitation = async (
    tx: WriteTransaction,
    uid: string,
    otherUids: readonly string[],
    invitationForm: InvitationForm,
  ): Promise<Result<Invitation, InvitationCreationError>> => {
    const attendeeUids = [uid, ...otherUids];
    if (!(await findSummaries(tx.knex, [invitationForm.restaurant])).has(invitationForm.restaurant))
      return err('notFound');
    const invitationRefusal = await findRefusal(tx.knex, uid, otherUids, await findChatMembers(tx.knex, attendeeUids));
    if (invitationRefusal !== null) return err(invitationRefusal);
    const [invitationKey, now] = [randomKey(), clock.now()];
    const replacedMessageKey = invitationForm.replacedChatMessageKey ?? null;
    const invitationCard = await sendInvitationCard(tx, {
      invitationKey,
      author: uid,
      memberUids: attendeeUids,
      chatKey: invitationForm.chatKey ?? null,
      replacedMessageKey,
      now,
    });
    if (!invitationCard.ok) return invitationCard;
    await createInvitationRepository(tx.knex).insert({
      key: invitationKey,
      owner: uid,
      restaurantKey: invitationForm.restaurant,
      date: Date.parse(invitationForm.date),
      isTakeAway: invitationForm.isTakeAway,
      isCanceled: false,
      isReminderSent: false,
      ...invitationCard.value,
      replacedMessageKey,
      sequence: 0,
      createdAt: now,
      changedAt: now,
      shareToken: null,
      isLinkRevoked: false,
      attendees: attendeeUids.map((attendeeUid) => ({
        uid: attendeeUid,
        status: attendeeUid === uid ? 'accepted' : 'pending',
        orderKey: null,
        isMailed: false,
      })),
    });
    const invitationState = await readInvitationState(tx.knex, invitationKey);
    recordInvitation(tx, invitationState);
    await notifyOfInvitationEvent(tx, invitationState.invitation, invitationState.context, {
      event: 'invited',
      by: uid,
      uids: otherUids,
      now,
    });
    await mails.mailInvited(tx, invitationState.invitation, otherUids);
    return ok(presentInvitationTo(invitationState, uid));
  };

  /** Stores an attendee's answer to an invitation, then notifies and mails the attendees whom the answer concerns. */
  const performTransition = async (
    tx: WriteTransaction,
    previousState: InvitationState,
    uid: string,
    answerTransition: Exclude<AnswerTransition, 'same'>,
  ): Promise<InvitationState> => {
    const { invitation } = previousState;
    const [invitationRepository, now] = [createInvitationRepository(tx.knex), clock.now()];
    if (answerTransition === 'cancel') await invitationRepository.update(invitation.key, { isCanceled: true });
    else
      await createAttendeeRepository(tx.knex).putAnswer(invitation, {
        uid,
        status: answerTransition === 'accept' ? 'accepted' : 'declined',
      });
    const currentState = await changes.completeChange(tx, previousState, { now });
    // Sends the guest who declines a calendar file that removes the meetup, because their calendar may have added the
    // meetup by itself.
    if (answerTransition === 'decline') await mails.mailDeclined(tx, currentState.invitation, [uid]);
    // Sends an e-mail only to this guest if the meetup's status stays the same, because the guest's calendar still
    // shows the meetup as unanswered.
    if (answerTransition === 'accept' && currentState.status === previousState.status)
      await mails.mailJoined(tx, currentState.invitation, [uid]);
    for (const attendeeUid of answerTransition === 'cancel' ? guestUidsOf(previousState) : [uid])
      await closeInvitationNotifications(tx, invitation, {
        uid: attendeeUid,
        now,
        kinds: ['invitation', 'invitationReminder'],
      });
    const event = { cancel: 'canceled', accept: 'accepted', decline: 'declined' } as const;
    await notifyOfInvitationEvent(tx, currentState.invitation, currentState.context, {
      event: event[answerTransition],
      by: uid,
      uids: answerTransition === 'cancel' ? guestUidsOf(previousState) : [invitation.owner],
      now,
    });
    return currentState;
  };

  /**
   * Finds the invitation whose card in a chat the owner uses to remind the guests. Fails unless the caller owns the
   * invitation.
   */
  const findRemindedInvitation = async (
    knex: Connection,
    uid: string,
    reminderCard: InvitationReminder,
  ): Promise<Result<StoredInvitation, ReminderError>> => {
    const invitationKey = await findCardInvitation(knex, uid, reminderCard);
    if (invitationKey === null) return err('notFound');
    const attendedInvitation = await findAttendedInvitation(knex, uid, invitationKey);
    if (!attendedInvitation.ok) return attendedInvitation;
    return ownsInvitation(uid, attendedInvitation.value) ? attendedInvitation : err('notAllowed');
  };

  const sendReminder = async (tx: WriteTransaction, uid: string, state: InvitationState): Promise<void> => {
    const { invitation, context } = state;
    const guestsToRemind = presentInvitationTo(state, uid)
      .attendees.filter((attendee) => attendee.uid !== uid && attendee.status !== 'declined' && !attendee.hasOrdered)
      .map((attendee) => attendee.uid);
    await createInvitationRepository(tx.knex).update(invitation.key, { isReminderSent: true });
    await markCardsReminded(tx, invitation.key);
    await notifyOfInvitationEvent(tx, invitation, context, {
      event: 'reminded',
      by: uid,
      uids: guestsToRemind,
      now: clock.now(),
    });
    await mails.mailReminded(tx, invitation, guestsToRemind);
  };

  return {
    /** Returns a page of the caller's invitations. */
    list: (uid: string, { when, before, limit }: InvitationPage): Promise<Result<Invitation[], RouteError>> =>
      database.read(async (knex) => {
        const invitationRepository = createInvitationRepository(knex);
        const previousPosition = before === undefined ? null : await findListPosition(knex, uid, before);
        if (before !== undefined && previousPosition === null) return err(invalidField('before', 'unknown'));
        const page = await invitationRepository.listOf(uid, {
          when,
          now: clock.now(),
          behind: previousPosition,
          limit,
        });
        const invitationContext = await findInvitationContext(knex, page);
        return ok(page.map((invitation) => presentInvitation(invitation, uid, invitationContext)));
      }),

    /** Returns an invitation that the caller attends; fails for every other invitation. */
    get: (uid: string, invitationKey: string): Promise<Result<Invitation, InvitationAbsenceError>> =>
      database.read(async (knex) => {
        const invitation = await findAttendedInvitation(knex, uid, invitationKey);
        return invitation.ok
          ? ok(presentInvitationTo(await loadInvitationState(knex, invitation.value), uid))
          : invitation;
      }),

    /**
     * Sends an invitation to its guests as a card in a chat. Only invitations that were sent count against the limit
     * `sentLimiter`.
     */
    async create(
      uid: string,
      invitationForm: InvitationForm,
    ): Promise<Result<Invitation, InvitationCreationError | RouteError>> {
      const uidsResult = validateOtherUids(uid, invitationForm.attendees);
      if (!uidsResult.ok) return uidsResult;
      const dateError = meetupDateError(Date.parse(invitationForm.date), clock.now());
      if (dateError !== null) return err(dateError);
      const attemptAdmission = await consumeAttempt(limits.attempts, uid);
      if (!attemptAdmission.ok) return attemptAdmission;
      return countSuccess(limits.sentLimiter, uid, () =>
        database.write((tx) => insertInvitation(tx, uid, uidsResult.value, invitationForm)),
      );
    },

    /** Stores the caller's answer to an invitation: the caller accepts, declines or cancels. */
    answer: (
      uid: string,
      invitationKey: string,
      { status: requestedAnswer }: InvitationAnswer,
    ): Promise<Result<Invitation, InvitationAnswerError | RouteError>> =>
      database.write(async (tx) => {
        const invitation = await findAttendedInvitation(tx.knex, uid, invitationKey);
        if (!invitation.ok) return invitation;
        const state = await loadInvitationState(tx.knex, invitation.value);
        const transitionResult = transitionOf({ ...state, uid, answer: requestedAnswer, now: clock.now() });
        if (!transitionResult.ok)
          return err(transitionResult.error === 'deadlineExceeded' ? deadlineExceededError : transitionResult.error);
        return ok(
          presentInvitationTo(
            transitionResult.value === 'same' ? state : await performTransition(tx, state, uid, transitionResult.value),
            uid,
          ),
        );
      }),

    /** Reminds the guests of a meetup who haven't declined or ordered. Each invitation allows one reminder. */
    remind: (uid: string, reminderCard: InvitationReminder): Promise<Result<ReminderSent, ReminderError>> =>
      database.write(async (tx) => {
        const invitation = await findRemindedInvitation(tx.knex, uid, reminderCard);
        if (!invitation.ok) return invitation;
        if (invitation.value.isReminderSent) return err('reminderSent');
        const state = await loadInvitationState(tx.knex, invitation.value);
        if (!mayRemindAttendees(presentInvitationTo(state, uid), { uid, reminderSent: false, now: clock.now() }))
          return err('transitionNotAllowed');
        await sendReminder(tx, uid, state);
        return ok({ success: true });
      }),
  };
};

/** Service that the invitation routes call. */
export type InvitationService = ReturnType<typeof createInvitationService>;
