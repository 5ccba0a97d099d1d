import type { Invitation } from '../invitation';
import type { Ms } from '../values';
import { addDays, berlinClock, berlinDay, instantOf, minuteMs } from './day';
import { areHoursUnknown } from './restaurant';
import { isOpenAt, isResting, isStillOpenToday, rangesOn } from './opening-hours';
import type { Hours } from './opening-hours';
import { MAX_ATTENDEES } from '../limits';

/** Nobody declines or cancels, and nobody joins by a link, this short before a meetup (S2§9). */
export const ANSWER_DEADLINE_MINUTES = 15;

/** How many days after its date an invitation is deleted. */
export const INVITATION_KEPT_DAYS = 7;

/** How many days longer who attended it is told that it is gone, and not that it never was. */
export const INVITATION_TOMBSTONE_DAYS = 30;

/** Meetups begin at the quarters of an hour. */
export const MEETUP_STEP_MINUTES = 15;

/** How far ahead a meetup may be. */
export const MEETUP_DAYS_AHEAD = 14;

const stepMs = MEETUP_STEP_MINUTES * minuteMs;

/** The earliest time that can be chosen: now, rounded up to the next quarter of an hour. */
export const earliestMeetup = (now: Ms): Ms => Math.ceil(now / stepMs) * stepMs;

/**
 * The latest time that can be chosen: what the clocks show now, two weeks later; days on which they change count like
 * others (T10).
 */
export const latestMeetup = (now: Ms): Ms =>
  instantOf(addDays(berlinDay(now), MEETUP_DAYS_AHEAD), berlinClock(now)) + (now % minuteMs);

/** What is wrong with the date of a meetup, by the calendar alone. */
export type MeetupDateError = 'ErrorDatePast' | 'ErrorDateLaterTwoWeeks';

/** The generic date rule (S2§5); null where the date can be taken. */
export const meetupDateError = (at: Ms, now: Ms): MeetupDateError | null => {
  if (at < now) return 'ErrorDatePast';
  return at > latestMeetup(now) ? 'ErrorDateLaterTwoWeeks' : null;
};

/** Fields of Restaurant that decide whether one can meet there. */
export interface MeetupPlace extends Hours {
  /** Set where hours are known that nobody could parse. */
  readonly openingHoursText: string | null;
}

/** How a place stands at the time of a meetup. `unknown`: nobody knows its hours, so nothing speaks against it. */
export type MeetupPlaceState = 'open' | 'unknown' | 'resting' | 'restDay' | 'closed';

/** The opening rules for a meetup (S2§4): whoever meets at `at` finds the place so. */
export const placeStateAt = (place: MeetupPlace, at: Ms): MeetupPlaceState => {
  if (isResting(place, at)) return 'resting';
  const hasRanges = Object.values(place.openingHours).some((ranges) => ranges.length > 0);
  if (!hasRanges) return areHoursUnknown(place) ? 'unknown' : 'restDay';
  if (isOpenAt(place, at)) return 'open';
  return rangesOn(place, berlinDay(at)).length === 0 ? 'restDay' : 'closed';
};

/** An answer of somebody who attends. */
export type AttendeeStatus = Invitation['attendees'][number]['status'];

/** Status of an invitation, of the owner's cancelling and the guests' answers (DESIGN §13.5). */
export const invitationStatus = ({
  isCanceled,
  guests,
}: {
  readonly isCanceled: boolean;
  readonly guests: readonly AttendeeStatus[];
}): Invitation['status'] => {
  if (isCanceled) return 'canceled';
  if (guests.includes('accepted')) return 'accepted';
  return guests.length > 0 && guests.every((answer) => answer === 'declined') ? 'declined' : 'pending';
};

/** Instant of the meetup. */
export const meetsAt = ({ date }: Pick<Invitation, 'date'>): Ms => Date.parse(date);

/** Whether a meetup has begun. */
export const isInvitationPast = (invitation: Pick<Invitation, 'date'>, now: Ms): boolean => meetsAt(invitation) < now;

/** The reader's own answer; the owner has accepted. undefined: they don't attend. */
export const ownAnswer = ({ attendees }: Pick<Invitation, 'attendees'>, uid: string): AttendeeStatus | undefined =>
  attendees.find((attendee) => attendee.uid === uid)?.status;

/** Whether Accept is offered (S2§4): the own answer is still open, and the meetup neither past nor off. */
export const mayAccept = (
  invitation: Pick<Invitation, 'date' | 'status' | 'attendees'>,
  uid: string,
  now: Ms,
): boolean =>
  ownAnswer(invitation, uid) === 'pending' &&
  invitation.status !== 'canceled' &&
  invitation.status !== 'declined' &&
  !isInvitationPast(invitation, now);

/** Whether it is too late to decline or to cancel (T12). */
export const isAnswerTooLate = (invitation: Pick<Invitation, 'date'>, now: Ms): boolean =>
  meetsAt(invitation) - now < ANSWER_DEADLINE_MINUTES * minuteMs;

/** Whether Decline (guest) or Cancel (owner) is offered (S2§4). */
export const mayDecline = (
  invitation: Pick<Invitation, 'date' | 'status' | 'attendees' | 'order'>,
  uid: string,
  now: Ms,
): boolean => {
  const own = ownAnswer(invitation, uid);
  return (
    own !== undefined &&
    own !== 'declined' &&
    invitation.status !== 'canceled' &&
    invitation.status !== 'declined' &&
    invitation.order === null &&
    !isAnswerTooLate(invitation, now)
  );
};

/** What decides whether one can order for a meetup there: fields of Restaurant. */
export interface OrderPlace extends Hours {
  /** Whether one can order and pay there. */
  readonly hasPayment: boolean;
}

/** Whether the order button is offered: the conditions of S2§4, and that the meetup is today (DESIGN §13.24, S08). */
export const mayOrder = (
  invitation: Pick<Invitation, 'date' | 'status' | 'attendees' | 'order'>,
  { uid, place, now }: { readonly uid: string; readonly place: OrderPlace; readonly now: Ms },
): boolean =>
  !isInvitationPast(invitation, now) &&
  ownAnswer(invitation, uid) === 'accepted' &&
  invitation.status === 'accepted' &&
  place.hasPayment &&
  isStillOpenToday(place, now) &&
  invitation.order === null &&
  berlinDay(meetsAt(invitation)) === berlinDay(now);

/**
 * Whether the owner may remind (S2§4): once, and only where a guest who comes or may still come has not ordered (S09).
 */
export const mayRemind = (
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

/** How many may still join: who has declined gives a seat back. */
export const seatsLeft = (answers: readonly AttendeeStatus[]): number =>
  Math.max(0, MAX_ATTENDEES - answers.filter((answer) => answer !== 'declined').length);
