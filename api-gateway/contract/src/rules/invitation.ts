import type { Invitation } from '../invitation';
import type { Ms } from '../values';
import { addDays, berlinClock, berlinDay, instantOf, minuteMs } from './day';
import { areHoursUnknown, isOpenAt, isResting, isStillOpenToday, rangesOn } from './opening-hours';
import type { Hours } from './opening-hours';
import { MAX_ATTENDEES } from '../limits';

/** Number of minutes before a meetup. From that time on, users can't decline, cancel or join by a link (S2§9). */
export const ANSWER_DEADLINE_MINUTES = 15;

/** Number of days after which an invitation is deleted, counted from the meetup's date. */
export const INVITATION_RETENTION_DAYS = 7;

/**
 * Number of days after the deletion of an invitation during which its attendees are told that it was deleted.
 * Afterwards the invitation counts as unknown.
 */
export const INVITATION_TOMBSTONE_DAYS = 30;

/** Minutes between two selectable times of a meetup: meetups begin at quarters of an hour. */
export const MEETUP_STEP_MINUTES = 15;

/** Maximum number of days from now to a meetup. */
export const MEETUP_DAYS_AHEAD = 14;

const meetupStepMs = MEETUP_STEP_MINUTES * minuteMs;

/** Returns the earliest selectable time of a meetup: now, rounded up to the next quarter of an hour. */
export const earliestMeetupAt = (now: Ms): Ms => Math.ceil(now / meetupStepMs) * meetupStepMs;

/**
 * Returns the latest selectable time of a meetup: the present clock time in Berlin, two weeks later. Days with a clock
 * change count like other days (T10).
 */
export const latestMeetupAt = (now: Ms): Ms =>
  instantOf(addDays(berlinDay(now), MEETUP_DAYS_AHEAD), berlinClock(now)) + (now % minuteMs);

/** Errors of a meetup's date that follow from the calendar alone, independent of the restaurant. */
export type MeetupDateError = 'ErrorDatePast' | 'ErrorDateLaterTwoWeeks';

/** Checks that a meetup is neither past nor more than two weeks ahead (S2§5). Returns null for a valid date. */
export const meetupDateError = (meetUpAt: Ms, now: Ms): MeetupDateError | null => {
  if (meetUpAt < now) return 'ErrorDatePast';
  return meetUpAt > latestMeetupAt(now) ? 'ErrorDateLaterTwoWeeks' : null;
};

/** State of a place at the time of a meetup. `unknown` when its hours are unknown; a meetup is then allowed. */
export type MeetupPlaceState = 'open' | 'unknown' | 'resting' | 'restDay' | 'closed';

/** Returns the state of a place at the time of a meetup by the opening rules (S2§4). */
export const placeStateAt = (place: Hours, meetUpAt: Ms): MeetupPlaceState => {
  if (isResting(place, meetUpAt)) return 'resting';
  if (isOpenAt(place, meetUpAt)) return 'open';
  if (areHoursUnknown(place, meetUpAt)) return 'unknown';
  // A day without opening hours in a dated week is part of a holiday or a season; the weekday is no weekly rest day.
  return rangesOn(place, berlinDay(meetUpAt)).length === 0 && !place.datedWeek ? 'restDay' : 'closed';
};

/** Statuses of an attendee: the answer to the invitation, or `pending` before an answer. */
export type AttendeeStatus = Invitation['attendees'][number]['status'];

/** Derives the status of an invitation from the owner's cancellation and the guests' answers (Decision 5). */
export const invitationStatus = ({
  isCanceled,
  guests,
}: {
  readonly isCanceled: boolean;
  readonly guests: readonly AttendeeStatus[];
}): Invitation['status'] => {
  if (isCanceled) return 'canceled';
  if (guests.includes('accepted')) return 'accepted';
  return guests.length > 0 && guests.every((guestAnswer) => guestAnswer === 'declined') ? 'declined' : 'pending';
};

/** Returns the instant of the meetup in epoch milliseconds. */
export const meetupInstantOf = ({ date }: Pick<Invitation, 'date'>): Ms => Date.parse(date);

/** Checks whether a meetup has begun. */
export const isInvitationPast = (invitation: Pick<Invitation, 'date'>, now: Ms): boolean =>
  meetupInstantOf(invitation) < now;

/** Returns the status of the attendee with `uid`: `accepted` for the owner, undefined for a user who doesn't attend. */
export const ownAnswer = ({ attendees }: Pick<Invitation, 'attendees'>, uid: string): AttendeeStatus | undefined =>
  attendees.find((attendee) => attendee.uid === uid)?.status;

/**
 * Minutes between the beginnings of two meetups that allow a user to attend both. A lunch takes about an hour, with the
 * way to it; invitations have no end time.
 */
const MEETUP_GAP_MINUTES = 60;

/** Checks whether a user is expected at a meetup: the user has accepted it, and it takes place. */
const isExpectedAt = (invitation: Pick<Invitation, 'status' | 'attendees'>, uid: string): boolean =>
  ownAnswer(invitation, uid) === 'accepted' && invitation.status !== 'canceled' && invitation.status !== 'declined';

/**
 * Returns the meetup at which a user is expected at about the time `startsAt`, when another meetup starts; of several
 * meetups the nearest in time. Returns undefined when the user is free. `key` is the key of the other meetup, which is
 * skipped.
 */
export const meetupAtSameTime = <Meetup extends Pick<Invitation, 'key' | 'date' | 'status' | 'attendees'>>(
  meetups: readonly Meetup[],
  { uid, startsAt, key }: { readonly uid: string; readonly startsAt: Ms; readonly key: string | null },
): Meetup | undefined => {
  const distanceOf = (meetup: Meetup): Ms => Math.abs(meetupInstantOf(meetup) - startsAt);
  return meetups
    .filter(
      (meetup) => meetup.key !== key && isExpectedAt(meetup, uid) && distanceOf(meetup) < MEETUP_GAP_MINUTES * minuteMs,
    )
    .sort((a, b) => distanceOf(a) - distanceOf(b))[0];
};

/**
 * Checks whether the app offers the action „Accept“ (S2§4): the user has not answered the invitation, and the meetup is
 * neither past nor cancelled.
 */
export const mayAcceptInvitation = (
  invitation: Pick<Invitation, 'date' | 'status' | 'attendees'>,
  uid: string,
  now: Ms,
): boolean =>
  ownAnswer(invitation, uid) === 'pending' &&
  invitation.status !== 'canceled' &&
  invitation.status !== 'declined' &&
  !isInvitationPast(invitation, now);

/** Checks whether the deadline for declining and cancelling has passed (T12). */
export const isAnswerTooLate = (invitation: Pick<Invitation, 'date'>, now: Ms): boolean =>
  meetupInstantOf(invitation) - now < ANSWER_DEADLINE_MINUTES * minuteMs;

type DeclinableInvitation = Pick<Invitation, 'date' | 'status' | 'attendees' | 'order'>;

/** Checks all conditions of declining or cancelling an invitation except the deadline. */
const isDeclinable = (invitation: DeclinableInvitation, uid: string): boolean => {
  const answer = ownAnswer(invitation, uid);
  return (
    answer !== undefined &&
    answer !== 'declined' &&
    invitation.status !== 'canceled' &&
    invitation.status !== 'declined' &&
    invitation.order === null
  );
};

/** Checks whether the app offers the action „Decline“ to a guest, or „Cancel“ to the owner (S2§4). */
export const mayDeclineInvitation = (invitation: DeclinableInvitation, uid: string, now: Ms): boolean =>
  isDeclinable(invitation, uid) && !isAnswerTooLate(invitation, now);

/**
 * Checks whether only the deadline prevents declining or cancelling, in the last minutes before the meetup begins. The
 * action then stays visible, with the advice to write a message.
 */
export const isDeclineTooLate = (invitation: DeclinableInvitation, uid: string, now: Ms): boolean =>
  isDeclinable(invitation, uid) && isAnswerTooLate(invitation, now) && !isInvitationPast(invitation, now);

/** Fields of a restaurant that decide whether diners can order there for a meetup. */
export interface OrderPlace extends Hours {
  /** Whether diners can order and pay in the restaurant. */
  readonly hasPayment: boolean;
}

/**
 * Checks whether the app offers the order button for a meetup: the conditions of S2§4, and the meetup is today
 * (Decision 24, S08).
 */
export const mayOrderForInvitation = (
  invitation: Pick<Invitation, 'date' | 'status' | 'attendees' | 'order'>,
  { uid, place, now }: { readonly uid: string; readonly place: OrderPlace; readonly now: Ms },
): boolean =>
  !isInvitationPast(invitation, now) &&
  ownAnswer(invitation, uid) === 'accepted' &&
  invitation.status === 'accepted' &&
  place.hasPayment &&
  (areHoursUnknown(place, now) || isStillOpenToday(place, now)) &&
  invitation.order === null &&
  berlinDay(meetupInstantOf(invitation)) === berlinDay(now);

/** Reasons for which a cart or an order can't belong to a meetup. */
export type MeetupMisfit = 'over' | 'otherDay' | 'otherPlace' | 'canceled' | 'declined' | 'notAccepted' | 'ordered';

/** Fields of a meetup that decide whether a diner's cart or order can belong to it. */
export interface MeetupForOrder {
  /** Start of the meetup. */
  readonly startsAt: Ms;
  /** Key of the restaurant in which people meet. */
  readonly restaurantKey: string;
  readonly status: Invitation['status'];
  /** Answer of the diner to the invitation: `accepted` for the owner; undefined for a user who doesn't attend. */
  readonly answer: AttendeeStatus | undefined;
  /** Whether the diner has an order for the meetup. */
  readonly hasOrdered: boolean;
}

/**
 * Returns the reason why a diner's cart or order can't belong to a meetup; null when it can (S2§4, Decision 34). The
 * meetup must be today, in the future and in the same restaurant, and the diner must be its owner or have accepted it.
 * The answers of other guests don't matter.
 */
export const meetupMisfitOf = (
  { startsAt, restaurantKey, status, answer, hasOrdered }: MeetupForOrder,
  order: { readonly restaurantKey: string; readonly now: Ms },
): MeetupMisfit | null => {
  if (startsAt < order.now) return 'over';
  if (berlinDay(startsAt) !== berlinDay(order.now)) return 'otherDay';
  if (restaurantKey !== order.restaurantKey) return 'otherPlace';
  if (status === 'canceled' || status === 'declined') return status;
  if (answer !== 'accepted') return 'notAccepted';
  return hasOrdered ? 'ordered' : null;
};

/**
 * Checks whether the owner may remind the guests (S2§4): only once, and only when at least one guest has neither
 * declined nor ordered (S09).
 */
export const mayRemindAttendees = (
  invitation: Pick<Invitation, 'date' | 'status' | 'attendees' | 'isOwn'>,
  { uid, reminderSent, now }: { readonly uid: string; readonly reminderSent: boolean; readonly now: Ms },
): boolean =>
  invitation.isOwn &&
  invitation.status === 'accepted' &&
  !isInvitationPast(invitation, now) &&
  !reminderSent &&
  invitation.attendees.some(
    (attendee) => attendee.uid !== uid && attendee.status !== 'declined' && !attendee.hasOrdered,
  );

/** Returns the number of people who may still join a meetup. An attendee who declined doesn't count as present. */
export const seatsLeft = (answers: readonly AttendeeStatus[]): number =>
  Math.max(0, MAX_ATTENDEES - answers.filter((answer) => answer !== 'declined').length);
