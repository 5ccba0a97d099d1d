import { err, ok } from '@mahlzeit/contract';
import type { Invitation, InvitationAnswer, Result } from '@mahlzeit/contract';
import { ANSWER_DEADLINE_MINUTES, isAnswerTooLate } from '@mahlzeit/contract/rules';
import type { RouteError } from '../../platform';
import { ownsInvitation } from './invitation-policy';
import type { StoredInvitation } from './invitation-repository';
import { isoDateOf } from './invitation-status';

/** The error of an answer after the deadline: too late to decline, to cancel and to join by a link. */
export const tooLate: RouteError = { code: 'deadlineExceeded', details: { minutes: ANSWER_DEADLINE_MINUTES } };

/** Effect of an answer: none, the owner cancels, or a guest accepts or declines. */
export type Transition = 'same' | 'cancel' | 'accept' | 'decline';

/** Reasons why an answer is refused. */
export type TransitionError = 'notAllowed' | 'transitionNotAllowed' | 'deadlineExceeded' | 'invitationHasOrders';

/** An answer to an invitation in its current state. */
interface AnswerAttempt {
  readonly invitation: StoredInvitation;
  readonly status: Invitation['status'];
  /** The attendee who answers. */
  readonly uid: string;
  readonly answer: InvitationAnswer['status'];
  readonly now: number;
}

/**
 * Checks whether a meetup can still be declined or cancelled (S2§4: until 15 minutes before it, whatever was answered).
 * Returns the error, or null where it can.
 */
const endObstacle = ({ invitation, status, uid, now }: AnswerAttempt): TransitionError | null => {
  if (status === 'canceled') return 'transitionNotAllowed';
  if (isAnswerTooLate({ date: isoDateOf(invitation) }, now)) return 'deadlineExceeded';
  // The owner cancels for everybody.
  const changedAttendees = ownsInvitation(uid, invitation)
    ? invitation.attendees
    : invitation.attendees.filter((attendee) => attendee.uid === uid);
  return changedAttendees.some(({ orderKey }) => orderKey !== null) ? 'invitationHasOrders' : null;
};

/** Computes the effect of an answer, or its error. The checks have the order of the contract. */
export const transitionOf = (attempt: AnswerAttempt): Result<Transition, TransitionError> => {
  const { invitation, status, uid, answer, now } = attempt;
  const isOwner = ownsInvitation(uid, invitation);
  const requestedStatus = isOwner && answer === 'declined' ? 'canceled' : answer;
  const currentStatus = invitation.attendees.find((attendee) => attendee.uid === uid)?.status;
  if (requestedStatus === (isOwner && invitation.isCanceled ? 'canceled' : currentStatus)) return ok('same');
  if (requestedStatus === 'canceled' && !isOwner) return err('notAllowed');
  if (requestedStatus === 'accepted')
    return currentStatus === 'pending' && status !== 'canceled' && invitation.date >= now
      ? ok('accept')
      : err('transitionNotAllowed');
  const obstacle = endObstacle(attempt);
  if (obstacle !== null) return err(obstacle);
  return ok(requestedStatus === 'canceled' ? 'cancel' : 'decline');
};
