import { err, ok } from '@mahlzeit/contract';
import type { Invitation, InvitationAnswer, Result } from '@mahlzeit/contract';
import { ANSWER_DEADLINE_MINUTES, isAnswerTooLate } from '@mahlzeit/contract/rules';
import type { RouteError } from '../../platform';
import { ownsInvitation } from './invitation-policy';
import type { StoredInvitation } from './invitation-repository';
import { isoDateOf } from './invitation-status';

/** Too late to decline, to cancel and to join by a link. */
export const tooLate: RouteError = { code: 'deadlineExceeded', details: { minutes: ANSWER_DEADLINE_MINUTES } };

/** What an answer amounts to: nothing new, the owner's cancelling, or a guest's own. */
export type Transition = 'same' | 'cancel' | 'accept' | 'decline';

/** Why an answer can't be given. */
export type TransitionError = 'notAllowed' | 'transitionNotAllowed' | 'deadlineExceeded' | 'invitationHasOrders';

/** An answer to an invitation as it stands. */
interface Answering {
  readonly invitation: StoredInvitation;
  readonly status: Invitation['status'];
  /** Who answers; they attend. */
  readonly uid: string;
  readonly answer: InvitationAnswer['status'];
  readonly now: number;
}

/**
 * Why a meetup can't be declined or cancelled any more (S2§4: from 15 minutes before it on, whatever was answered);
 * null: it can.
 */
const endObstacle = ({ invitation, status, uid, now }: Answering): TransitionError | null => {
  if (status === 'canceled') return 'transitionNotAllowed';
  if (isAnswerTooLate({ date: isoDateOf(invitation) }, now)) return 'deadlineExceeded';
  // Whoever cancels, cancels for everybody.
  const concerned = ownsInvitation(uid, invitation)
    ? invitation.attendees
    : invitation.attendees.filter((attendee) => attendee.uid === uid);
  return concerned.some(({ orderKey }) => orderKey !== null) ? 'invitationHasOrders' : null;
};

/** What an answer brings about, or what is wrong with it, in the order in which the contract says it. */
export const transitionOf = (answering: Answering): Result<Transition, TransitionError> => {
  const { invitation, status, uid, answer, now } = answering;
  const isOwner = ownsInvitation(uid, invitation);
  const wanted = isOwner && answer === 'declined' ? 'canceled' : answer;
  const given = invitation.attendees.find((attendee) => attendee.uid === uid)?.status;
  if (wanted === (isOwner && invitation.isCanceled ? 'canceled' : given)) return ok('same');
  if (wanted === 'canceled' && !isOwner) return err('notAllowed');
  if (wanted === 'accepted')
    return given === 'pending' && status !== 'canceled' && invitation.date >= now
      ? ok('accept')
      : err('transitionNotAllowed');
  const obstacle = endObstacle(answering);
  if (obstacle !== null) return err(obstacle);
  return ok(wanted === 'canceled' ? 'cancel' : 'decline');
};
