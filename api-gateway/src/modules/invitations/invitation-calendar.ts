import { ok } from '@mahlzeit/contract';
import type { FileAnswer, Invitation, Ms, RestaurantSummary, Result } from '@mahlzeit/contract';
import type { AttendeeStatus } from '@mahlzeit/contract/rules';
import texts from '../../../locales/de.json';
import { calendarParameter, fillText, writeCalendar } from '../../platform';
import type {
  CalendarEvent,
  CalendarMethod,
  CalendarProperty,
  Clock,
  Database,
  GatewayAddress,
  GatewayConfig,
} from '../../platform';
import { formatAddressLine } from '../discovery';
import { findAttendedInvitation, loadInvitationState } from './invitation-state';
import type { InvitationAbsenceError, InvitationState } from './invitation-state';
import { restaurantOf } from './invitation-status';

/** Data of a meetup that its calendar file shows. */
export interface CalendarMeetup {
  readonly key: string;
  /**
   * Property SEQUENCE of the calendar file. The number starts at 0 and grows with each change, so that calendars
   * replace an older file.
   */
  readonly sequence: number;
  readonly at: Ms;
  readonly status: Invitation['status'];
  readonly isTakeAway: boolean;
  /** Name of the meetup's owner; empty for an owner without a name. */
  readonly ownerName: string;
  readonly restaurant: Pick<RestaurantSummary, 'name' | 'address' | 'location'>;
}

/** The attendee for whose calendar the file is made. */
export interface CalendarReader {
  readonly name: string;
  readonly email: string;
  readonly answer: AttendeeStatus;
}

/** A calendar file of one meetup. */
export interface CalendarFile {
  readonly method: CalendarMethod;
  readonly name: string;
  /** Content of the calendar file: iCalendar text (RFC 5545) in UTF-8. */
  readonly content: string;
}

interface CalendarDeps {
  readonly publicUrl: string;
  /**
   * E-mail address of the service, which the calendar file names as organizer, because the addresses of users stay
   * private.
   */
  readonly from: string;
  /** Time at which the file is created, by the gateway's clock, which tests can move. */
  readonly now: Ms;
}

const CALENDAR_FILE_NAME = 'mittagessen.ics';

const PARTSTAT_BY_STATUS: Readonly<Record<AttendeeStatus, string>> = {
  pending: 'NEEDS-ACTION',
  accepted: 'ACCEPTED',
  declined: 'DECLINED',
};

const attendeePropertyOf = ({ name, email, answer }: CalendarReader): CalendarProperty =>
  // Property of the attendee in a calendar file. RSVP is FALSE because attendees answer in the app: an answer that a
  // calendar program sends by e-mail would reach nobody.
  [
    'attendee',
    {
      ...(name !== '' && { cn: calendarParameter(name) }),
      role: 'REQ-PARTICIPANT',
      partstat: PARTSTAT_BY_STATUS[answer],
      rsvp: 'FALSE',
    },
    'cal-address',
    `mailto:${email}`,
  ];

const eventStatusOf = (calendarMeetup: CalendarMeetup, calendarMethod: CalendarMethod): CalendarEvent['status'] => {
  if (calendarMethod === 'CANCEL' || calendarMeetup.status === 'canceled') return 'CANCELLED';
  return calendarMeetup.status === 'accepted' ? 'CONFIRMED' : 'TENTATIVE';
};

/** Builds the URL of the page with a user's meetups. */
export const invitationsUrlOf = (publicUrl: string): string => `${publicUrl}/restaurants#invitations`;

/**
 * Writes a meetup as a calendar file. `reader` is the only attendee that the file names; null for a file that names no
 * attendees.
 */
export const createCalendarFile = (
  calendarMeetup: CalendarMeetup,
  { method, reader }: { readonly method: CalendarMethod; readonly reader: CalendarReader | null },
  { publicUrl, from, now }: CalendarDeps,
): CalendarFile => {
  const {
    restaurant: { name, location },
    ownerName,
  } = calendarMeetup;
  const url = invitationsUrlOf(publicUrl);
  const calendarContent = writeCalendar(
    {
      ...calendarMeetup,
      startsAt: calendarMeetup.at,
      summary: fillText(texts.calendarSummary, { place: name }),
      description: fillText(texts.calendarDescription, {
        kind: calendarMeetup.isTakeAway ? texts.meetupTakeAway : texts.meetupInHouse,
        url,
      }),
      place: { name, address: formatAddressLine(calendarMeetup.restaurant), location },
      url,
      status: eventStatusOf(calendarMeetup, method),
      extraProperties: [
        [
          'organizer',
          { cn: calendarParameter(ownerName === '' ? texts.pageTitle : ownerName) },
          'cal-address',
          `mailto:${from}`,
        ],
        // Names no attendees in a published event (RFC 5546 §3.2.1).
        ...(reader === null || method === 'PUBLISH' ? [] : [attendeePropertyOf(reader)]),
      ],
    },
    { method, product: 'Treffen', publicUrl, now },
  );
  return { method, name: CALENDAR_FILE_NAME, content: calendarContent };
};

/** Dependencies that every calendar file needs. */
export interface MeetupCalendarDeps {
  readonly config: Pick<GatewayConfig, 'mail'>;
  readonly address: Pick<GatewayAddress, 'publicUrl'>;
  readonly clock: Pick<Clock, 'now' | 'realNow'>;
}

/** Returns the values that every calendar file needs: public URL, sender address and current time. */
export const calendarDepsOf = ({ config, address, clock }: MeetupCalendarDeps): CalendarDeps => ({
  publicUrl: address.publicUrl,
  from: config.mail.from,
  now: clock.now(),
});

/** Returns the data of an invitation that its calendar file and its e-mails show. */
export const calendarMeetupOf = ({ invitation, context, status }: InvitationState): CalendarMeetup => {
  const ownerPerson = context.people.get(invitation.owner);
  return {
    key: invitation.key,
    sequence: invitation.sequence,
    at: invitation.date,
    status,
    isTakeAway: invitation.isTakeAway,
    // Hides the name of an owner who has deleted their account (A09).
    ownerName: ownerPerson === undefined || ownerPerson.isDeleted ? '' : ownerPerson.displayName,
    restaurant: restaurantOf(invitation, context),
  };
};

/**
 * Creates the function that returns a meetup's calendar file to an attendee. The file of a cancelled meetup removes the
 * meetup from the calendar.
 */
export const createInvitationDownload =
  ({ database, ...deps }: MeetupCalendarDeps & { readonly database: Database }) =>
  (uid: string, invitationKey: string): Promise<Result<FileAnswer, InvitationAbsenceError>> =>
    database.read(async (knex) => {
      const attendedInvitation = await findAttendedInvitation(knex, uid, invitationKey);
      if (!attendedInvitation.ok) return attendedInvitation;
      const calendarMeetup = calendarMeetupOf(await loadInvitationState(knex, attendedInvitation.value));
      const invitationFile = createCalendarFile(
        calendarMeetup,
        { method: calendarMeetup.status === 'canceled' ? 'CANCEL' : 'PUBLISH', reader: null },
        calendarDepsOf(deps),
      );
      return ok({ bytes: new TextEncoder().encode(invitationFile.content), name: invitationFile.name });
    });

/** Function that returns calendar files to attendees. */
export type InvitationDownload = ReturnType<typeof createInvitationDownload>;
