import type { Invitation, Ms, RestaurantSummary } from '@mahlzeit/contract';
import type { AttendeeStatus } from '@mahlzeit/contract/rules';
import texts from '../../../locales/de.json';
import { calendarParameter, fillText, writeCalendar } from '../../platform';
import type { CalendarEvent, CalendarMethod, CalendarProperty } from '../../platform';
import { addressLine } from '../discovery';

/** What a calendar needs of a meetup. */
export interface CalendarMeetup {
  readonly key: string;
  /** Grows with each change, so that calendars take the newest; 0 at first. */
  readonly sequence: number;
  readonly at: Ms;
  readonly status: Invitation['status'];
  readonly isTakeAway: boolean;
  /** Empty where the owner has none. */
  readonly ownerName: string;
  readonly restaurant: Pick<RestaurantSummary, 'name' | 'address' | 'location'>;
}

/** Whose calendar it is for. */
export interface CalendarReader {
  readonly name: string;
  readonly email: string;
  readonly answer: AttendeeStatus;
}

/** A calendar file. */
export interface CalendarFile {
  readonly method: CalendarMethod;
  readonly name: string;
  /** iCalendar text (RFC 5545) in UTF-8. */
  readonly content: string;
}

interface CalendarDeps {
  readonly publicUrl: string;
  /** The service's own address: nobody's is given to anybody else. */
  readonly from: string;
  /** When the file is made. */
  readonly now: Ms;
}

const FILE_NAME = 'mittagessen.ics';

const PARTICIPATION: Readonly<Record<AttendeeStatus, string>> = {
  pending: 'NEEDS-ACTION',
  accepted: 'ACCEPTED',
  declined: 'DECLINED',
};

const readerOf = ({ name, email, answer }: CalendarReader): CalendarProperty =>
  // Answers are given in the app: a program that mailed them would write to nobody.
  [
    'attendee',
    {
      ...(name !== '' && { cn: calendarParameter(name) }),
      role: 'REQ-PARTICIPANT',
      partstat: PARTICIPATION[answer],
      rsvp: 'FALSE',
    },
    'cal-address',
    `mailto:${email}`,
  ];

const statusOf = (meetup: CalendarMeetup, method: CalendarMethod): CalendarEvent['status'] => {
  if (method === 'CANCEL' || meetup.status === 'canceled') return 'CANCELLED';
  return meetup.status === 'accepted' ? 'CONFIRMED' : 'TENTATIVE';
};

/** Where attendees find their meetups. */
export const invitationsUrl = (publicUrl: string): string => `${publicUrl}/restaurants#invitations`;

/** A meetup as a file that calendars read; `reader` is the one attendee it names. */
export const calendarFile = (
  meetup: CalendarMeetup,
  { method, reader }: { readonly method: CalendarMethod; readonly reader: CalendarReader | null },
  { publicUrl, from, now }: CalendarDeps,
): CalendarFile => {
  const {
    restaurant: { name, location },
    ownerName,
  } = meetup;
  const url = invitationsUrl(publicUrl);
  const content = writeCalendar(
    {
      ...meetup,
      summary: fillText(texts.calendarSummary, { place: name }),
      description: fillText(texts.calendarDescription, {
        kind: meetup.isTakeAway ? texts.meetupTakeAway : texts.meetupInHouse,
        url,
      }),
      place: { name, address: addressLine(meetup.restaurant), location },
      url,
      status: statusOf(meetup, method),
      more: [
        [
          'organizer',
          { cn: calendarParameter(ownerName === '' ? texts.pageTitle : ownerName) },
          'cal-address',
          `mailto:${from}`,
        ],
        // RFC 5546 §3.2.1: what is published names nobody who attends.
        ...(reader === null || method === 'PUBLISH' ? [] : [readerOf(reader)]),
      ],
    },
    { method, product: 'Treffen', publicUrl, now },
  );
  return { method, name: FILE_NAME, content };
};
