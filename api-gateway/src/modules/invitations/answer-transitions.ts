import { err, ok } from '@mahlzeit/contract';
import type { Invitation, InvitationAnswer, Result } from '@mahlzeit/contract';
import { ANSWER_DEADLINE_MINUTES, isAnswerTooLate } from '@mahlzeit/contract/rules';
import type { RouteError } from '../../platform';
import { ownsInvitation } from './invitation-policy';
import type { StoredInvitation } from './invitation-repository';
import { isoDateOf } from './invitation-status';

/**
 * Error of an answer to an invitation after the deadline. From then on, nobody can decline, cancel or join by a link.
 */
export const deadlineExceededError: RouteError = {
  code: 'deadlineExceeded',
  details: { minutes: ANSWER_DEADLINE_MINUTES },
};

/**
 * Effect of an answer to an invitation: `same` changes nothing, `cancel` is the owner's cancellation, `accept` and
 * `decline` are a guest's answers.
 */
export type AnswerTransition = 'same' | 'cancel' | 'accept' | 'decline';

/** Error codes of an answer to an invitation that is refused. */
export type AnswerTransitionError = 'notAllowed' | 'transitionNotAllowed' | 'deadlineExceeded' | 'invitationHasOrders';

/** An answer that a user tries to give to an invitation, with the invitation's current state. */
interface AnswerAttempt {
  readonly invitation: StoredInvitation;
  readonly status: Invitation['status'];
  /** Uid of the attendee who answers. */
  readonly uid: string;
  readonly answer: InvitationAnswer['status'];
  readonly now: number;
}

/**
 * Checks whether a meetup can still be declined or cancelled (S2§4: until 15 minutes before it begins, whatever the
 * earlier answer was). Returns the error; null if it can.
 */
const cancellationErrorOf = ({ invitation, status, uid, now }: AnswerAttempt): AnswerTransitionError | null => {
  if (status === 'canceled') return 'transitionNotAllowed';
  if (isAnswerTooLate({ date: isoDateOf(invitation) }, now)) return 'deadlineExceeded';
  // Finds the attendees who lose the meetup; none of them may have an order. A cancellation by the owner affects all
  // attendees.
  const affectedAttendees = ownsInvitation(uid, invitation)
    ? invitation.attendees
    : invitation.attendees.filter((attendee) => attendee.uid === uid);
  return affectedAttendees.some(({ orderKey }) => orderKey !== null) ? 'invitationHasOrders' : null;
};

/**
 * Computes the effect of an answer to an invitation, or its error. The checks run in the order of the errors in the
 * contract.
 */
export const transitionOf = (answerAttempt: AnswerAttempt): Result<AnswerTransition, AnswerTransitionError> => {
  const { invitation, status, uid, answer, now } = answerAttempt;
  const isOwner = ownsInvitation(uid, invitation);
  const requestedStatus = isOwner && answer === 'declined' ? 'canceled' : answer;
  const currentStatus = invitation.attendees.find((attendee) => attendee.uid === uid)?.status;
  if (requestedStatus === (isOwner && invitation.isCanceled ? 'canceled' : currentStatus)) return ok('same');
  if (requestedStatus === 'canceled' && !isOwner) return err('notAllowed');
  if (requestedStatus === 'accepted')
    return currentStatus === 'pending' && status !== 'canceled' && invitation.date >= now
      ? ok('accept')
      : err('transitionNotAllowed');
  const cancellationRefusal = cancellationErrorOf(answerAttempt);
  if (cancellationRefusal !== null) return err(cancellationRefusal);
  return ok(requestedStatus === 'canceled' ? 'cancel' : 'decline');
};
