import type { Attendee, Invitation } from '@mahlzeit/contract';
import {
  addDays,
  berlinDay,
  DELETED_PERSON,
  isInvitationPast,
  meetupInstantOf,
  ownAnswer,
} from '@mahlzeit/contract/rules';
import { defineTexts, formatDate, formatDay, formatTime } from '@mahlzeit/shared-ui/platform';
import type { BadgeTone, IconSource } from '@mahlzeit/shared-ui/ui';
import type { AnsweringPerson } from '@mahlzeit/shared-ui/ui/invitation';
import { Ban, Check, Clock, X } from 'lucide-react';
import de from './locales/de.json';

/** German texts of invitations: `useTexts` for components, `text` for other code. */
export const { useTexts, text } = defineTexts('invitations', de);

/**
 * Returns the status of an invitation that the badge shows to the user `uid`. A canceled invitation is canceled for all
 * users. Otherwise a guest sees their own answer, and the owner sees the summary of all guests' answers.
 */
export const shownStatusFor = (
  invitation: Pick<Invitation, 'status' | 'isOwn' | 'attendees'>,
  uid: string,
): Invitation['status'] => {
  const { status, isOwn } = invitation;
  return status === 'canceled' || isOwn ? status : (ownAnswer(invitation, uid) ?? status);
};

interface StatusBadge {
  readonly tone: BadgeTone;
  readonly icon: IconSource;
  readonly label: string;
}

/** Returns the badge for an attendee's answer or an invitation's status. */
export const badgeOfStatus = (status: Invitation['status']): StatusBadge => {
  switch (status) {
    case 'pending':
      return { tone: 'warn', icon: Clock, label: text('Status_pending') };
    case 'accepted':
      return { tone: 'ok', icon: Check, label: text('Status_accepted') };
    case 'declined':
      return { tone: 'neutral', icon: X, label: text('Status_declined') };
    case 'canceled':
      return { tone: 'err', icon: Ban, label: text('Status_canceled') };
  }
};

/**
 * Returns the badge of an invitation that the user `uid` sees at the time `now`. A pending invitation counts as
 * unanswered after the time of the meetup.
 */
export const badgeForInvitation = (invitation: Invitation, uid: string, now: number): StatusBadge => {
  const status = shownStatusFor(invitation, uid);
  if (status === 'pending' && isInvitationPast(invitation, now))
    return { tone: 'neutral', icon: Clock, label: text('Status_unanswered') };
  return badgeOfStatus(status);
};

/** Returns all attendees of an invitation except the current user. */
export const otherAttendeesOf = ({ attendees }: Pick<Invitation, 'attendees'>, uid: string): readonly Attendee[] =>
  attendees.filter((attendee) => attendee.uid !== uid);

const isAccountDeleted = ({ name }: Pick<Attendee, 'name'>): boolean => name.trim() === '';

const firstNameOf = ({ name }: Pick<Attendee, 'name'>): string => name.trim().split(/\s+/u)[0] || DELETED_PERSON;

interface InvitedPerson extends AnsweringPerson {
  readonly pictureUrl: string | null;
  /** Whether the account of this attendee was deleted. */
  readonly isGone: boolean;
}

/** Converts attendees to people with avatars. In a canceled meetup the owner counts as declined. */
export const invitedPeopleOf = (
  { status, attendees }: Invitation,
  selectedAttendees: readonly Attendee[],
): readonly InvitedPerson[] =>
  selectedAttendees.map((attendee) => {
    const shownAnswer = status === 'canceled' && attendee === attendees[0] ? 'declined' : attendee.status;
    return {
      key: attendee.key,
      name: attendee.name || DELETED_PERSON,
      pictureUrl: attendee.photoURL,
      answer: shownAnswer,
      answerLabel: badgeOfStatus(shownAnswer).label,
      isGone: isAccountDeleted(attendee),
    };
  });

/**
 * Returns all attendees of an invitation: first those who accepted, then those who haven't answered, then those who
 * declined. A card shows only the first few avatars.
 */
export const invitedPeopleByAnswer = (invitation: Invitation): readonly InvitedPerson[] => {
  const invitedPeople = invitedPeopleOf(invitation, invitation.attendees);
  return (['accepted', 'pending', 'declined'] as const).flatMap((answer) =>
    invitedPeople.filter((person) => person.answer === answer),
  );
};

/** Returns how the meal is eaten, in German: `Vor Ort` or `Zum Mitnehmen`. */
export const takeAwayLabel = ({ isTakeAway }: Pick<Invitation, 'isTakeAway'>): string =>
  text(isTakeAway ? 'TakeAway' : 'InStore');

/** Returns the owner of an invitation; null when the owner's account was deleted. */
export const presentOwnerOf = ({ attendees: [owner] }: Pick<Invitation, 'attendees'>): Attendee | null =>
  owner === undefined || isAccountDeleted(owner) ? null : owner;

/** Returns a text with the owner of an invitation and how the meal is eaten: `Von Mehmet · Vor Ort`. */
export const senderLabel = (invitation: Pick<Invitation, 'isOwn' | 'attendees' | 'isTakeAway'>): string => {
  const ownerAttendee = invitation.attendees[0];
  const isSentByReader = invitation.isOwn || ownerAttendee === undefined;
  const senderText = isSentByReader
    ? text('FromYou')
    : isAccountDeleted(ownerAttendee)
      ? text('FromDeletedUser')
      : text('From', { name: firstNameOf(ownerAttendee) });
  return `${senderText} · ${takeAwayLabel(invitation)}`;
};

/** Returns a text that names the user who canceled the invitation; null for an invitation that isn't canceled. */
export const canceledLabel = ({ status, isOwn, attendees }: Invitation): string | null => {
  if (status !== 'canceled') return null;
  const ownerAttendee = attendees[0];
  return isOwn || ownerAttendee === undefined
    ? text('CanceledByYou')
    : text('CanceledBy', { name: firstNameOf(ownerAttendee) });
};

const utcTimeZone = { timeZone: 'UTC' } as const;
let shortDateFormats: { readonly weekday: Intl.DateTimeFormat; readonly date: Intl.DateTimeFormat } | undefined;

const shortDayTexts = (day: string): { readonly weekday: string; readonly date: string } => {
  shortDateFormats ??= {
    weekday: new Intl.DateTimeFormat('de-DE', { ...utcTimeZone, weekday: 'short' }),
    date: new Intl.DateTimeFormat('de-DE', { ...utcTimeZone, day: 'numeric', month: 'short' }),
  };
  const midnightUtc = new Date(`${day}T00:00:00Z`);
  return {
    weekday: `${shortDateFormats.weekday.format(midnightUtc)}.`,
    date: shortDateFormats.date.format(midnightUtc),
  };
};

/** Texts for the date of a meetup, relative to today. */
interface MeetupTimeTexts {
  /** Day of the meetup, such as `Heute`, `Morgen` or `Fr.` */
  readonly day: string;
  /** Time of the meetup, such as `12:30` */
  readonly time: string;
  /** Short date of the meetup, such as `14. Okt.` */
  readonly date: string;
  /** Long date of the meetup, such as `Mi. 14. Oktober`. The weekday is left out if `day` already contains it. */
  readonly longDate: string;
}

/** Formats day and time of a meetup relative to `now`. */
export const meetupTimeTexts = (invitation: Pick<Invitation, 'date'>, now: number): MeetupTimeTexts => {
  const [instant, today] = [meetupInstantOf(invitation), berlinDay(now)];
  const day = berlinDay(instant);
  const { weekday, date } = shortDayTexts(day);
  const isDayTodayOrTomorrow = day === today || day === addDays(today, 1);
  const dayName = isDayTodayOrTomorrow ? text(day === today ? 'Today' : 'Tomorrow') : weekday;
  return {
    day: dayName,
    time: formatTime(instant),
    date,
    longDate: isDayTodayOrTomorrow ? formatDay(day) : formatDate(day),
  };
};
