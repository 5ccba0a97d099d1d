import { err, ok } from '@mahlzeit/contract';
import type {
  Attendee,
  Invitation,
  InvitationAnswer,
  RestaurantSummary,
  Result,
  SharedInvitation,
} from '@mahlzeit/contract';
import { invitationStatus, isAnswerTooLate, seatsLeft } from '@mahlzeit/contract/rules';
import type { PublicPerson } from '../identity';
import { ownsInvitation } from './invitation-policy';
import type { StoredAttendee, StoredInvitation } from './invitation-repository';

/** What an invitation is shown with beside its own row. */
export interface Surroundings {
  /** Everybody in it who has an account. */
  readonly people: ReadonlyMap<string, PublicPerson>;
  /** Where people meet, by key; those that are not listed any more too. */
  readonly restaurants: ReadonlyMap<string, RestaurantSummary>;
}

type Known = Pick<Surroundings, 'people'>;

/** Whether somebody is there: neither erased nor about to be. */
const isThere = (uid: string, { people }: Known): boolean => people.get(uid)?.isDeleted === false;

/** The answers as they count: who has left has declined, as long as they stay away. */
export const answersOf = ({ attendees }: Pick<StoredInvitation, 'attendees'>, known: Known): StoredAttendee[] =>
  attendees.map((attendee) => ({ ...attendee, status: isThere(attendee.uid, known) ? attendee.status : 'declined' }));

/** Whether the meetup is cancelled: by its owner, or because they have left. */
export const isOff = ({ isCanceled, owner }: Pick<StoredInvitation, 'isCanceled' | 'owner'>, known: Known): boolean =>
  isCanceled || !isThere(owner, known);

/** The status of an invitation as everybody sees it. */
export const statusOf = (invitation: StoredInvitation, known: Known): Invitation['status'] =>
  invitationStatus({
    isCanceled: isOff(invitation, known),
    guests: answersOf(invitation, known)
      .filter(({ uid }) => uid !== invitation.owner)
      .map(({ status }) => status),
  });

/** Guests who come or may still come. */
export const guestsNotDeclined = (invitation: StoredInvitation, known: Known): string[] =>
  answersOf(invitation, known)
    .filter(({ uid, status }) => uid !== invitation.owner && status !== 'declined')
    .map(({ uid }) => uid);

/** The seats that are left for whoever joins by a link. */
export const seatsLeftOf = (invitation: StoredInvitation, known: Known): number =>
  seatsLeft(answersOf(invitation, known).map(({ status }) => status));

const presentAttendee = ({ uid, status, orderKey }: StoredAttendee, known: Known): Attendee => {
  const person = isThere(uid, known) ? known.people.get(uid) : undefined;
  return {
    uid,
    key: uid,
    name: person?.displayName ?? '',
    photoURL: person?.photoURL ?? null,
    hasOrdered: orderKey !== null,
    status,
  };
};

/** The restaurant of an invitation. */
export const restaurantOf = (
  { restaurantKey }: Pick<StoredInvitation, 'restaurantKey'>,
  { restaurants }: Pick<Surroundings, 'restaurants'>,
): RestaurantSummary => {
  const restaurant = restaurants.get(restaurantKey);
  if (restaurant === undefined) throw new Error('the restaurant of an invitation is never deleted');
  return restaurant;
};

/** When people meet, as the wire has it. */
export const isoDateOf = ({ date }: Pick<StoredInvitation, 'date'>): string => new Date(date).toISOString();

/** An invitation as one who attends it sees it, with their own order for it. */
export const presentInvitation = (
  invitation: StoredInvitation,
  reader: string,
  surroundings: Surroundings,
): Invitation => ({
  key: invitation.key,
  date: isoDateOf(invitation),
  status: statusOf(invitation, surroundings),
  isOwn: invitation.owner === reader,
  isTakeAway: invitation.isTakeAway,
  attendees: answersOf(invitation, surroundings).map((answer) => presentAttendee(answer, surroundings)),
  restaurant: invitation.restaurantKey,
  restaurantInfo: restaurantOf(invitation, surroundings),
  order: invitation.attendees.find(({ uid }) => uid === reader)?.orderKey ?? null,
  chatKey: invitation.chatKey,
  messageKey: invitation.messageKey,
  replacedChatMessageKey: invitation.replacedMessageKey,
});

/** What a link shows of an invitation to `reader`, with first names alone; to who has declined it is offered anew. */
export const presentShared = (
  invitation: StoredInvitation,
  reader: string,
  { firstNames, ...surroundings }: Surroundings & { readonly firstNames: ReadonlyMap<string, string> },
): SharedInvitation => {
  const answers = answersOf(invitation, surroundings);
  const comes = answers.some(({ uid, status }) => uid === reader && status !== 'declined');
  return {
    key: comes ? invitation.key : null,
    date: isoDateOf(invitation),
    isTakeAway: invitation.isTakeAway,
    status: statusOf(invitation, surroundings),
    restaurant: restaurantOf(invitation, surroundings),
    attendees: answers.map(({ uid, status }) => ({
      firstName: isThere(uid, surroundings) ? (firstNames.get(uid) ?? '') : '',
      status,
    })),
    seatsLeft: seatsLeftOf(invitation, surroundings),
  };
};

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
