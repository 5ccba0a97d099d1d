import type { Invitation, Ms, RestaurantSummary } from '@mahlzeit/contract';
import type { AttendeeStatus } from '@mahlzeit/contract/rules';
import { berlinClock, berlinDay, minuteOfDay } from '@mahlzeit/contract/rules';
import ICAL from 'ical.js';
import texts from '../../../../locales/de.json';
import { fillText } from '../../../platform';

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

/** What a file asks of a calendar (RFC 5546): take the meetup, take it as an invitation, or take it away. */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL';

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

// It counts without the space that a line goes on with; 75 octets are allowed.
ICAL.foldLength = 74;

const FILE_NAME = 'mittagessen.ics';
const LASTS_MS = 60 * 60_000;
const ZONE = 'Europe/Berlin';

/** A property as jCal has it (RFC 7265): name, parameters, type, values. */
type Property = readonly [string, Readonly<Record<string, string>>, string, ...unknown[]];

/** A component as jCal has it: name, properties, components. */
type Component = readonly [string, readonly Property[], readonly Component[]];

// The rule of the European Union since October 1996; a test holds it to what Node knows of Berlin.
const offset = (name: string, [from, to]: readonly [string, string], [start, month]: readonly [string, number]): Component => [name === 'CEST' ? 'daylight' : 'standard', [
  ['tzname', {}, 'text', name],
  ['tzoffsetfrom', {}, 'utc-offset', from],
  ['tzoffsetto', {}, 'utc-offset', to],
  ['dtstart', {}, 'date-time', start],
  ['rrule', {}, 'recur', { freq: 'YEARLY', bymonth: month, byday: '-1SU' }],
], []];

const berlin: Component = ['vtimezone', [['tzid', {}, 'text', ZONE]], [
  offset('CEST', ['+01:00', '+02:00'], ['1996-03-31T02:00:00', 3]),
  offset('CET', ['+02:00', '+01:00'], ['1996-10-27T03:00:00', 10]),
]];

const utc = (at: Ms): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

// Berlin is ahead by whole minutes: the seconds are those of UTC.
const local = (at: Ms): string => `${berlinDay(at)}T${berlinClock(at)}${utc(at).slice(16, 19)}`;

// Programs differ in what they take a local time for where clocks show it twice, and some in the hours beside it.
const isByNight = (at: Ms): boolean => {
  const minute = minuteOfDay(berlinClock(at));
  return minute < 4 * 60 || minute >= 23 * 60;
};

const timesOf = (start: Ms): readonly Property[] => {
  const end = start + LASTS_MS;
  const time = (name: string, at: Ms): Property =>
    (isByNight(start) || isByNight(end) ? [name, {}, 'date-time', utc(at)] : [name, { tzid: ZONE }, 'date-time', local(at)]);
  return [time('dtstart', start), time('dtend', end)];
};

// Line feeds are written as such, other control characters are allowed nowhere (RFC 5545 §3.1).
const text = (value: string): string => value.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]/gu, '');

// Not all programs know how quotation marks in a parameter are written (RFC 6868), nor that a semicolon may stand in one.
const parameter = (value: string): string => text(value).replace(/\s+/g, ' ').replaceAll('"', "'").replaceAll(';', ',');

/** Street and town in one line; empty where nobody knows them. */
export const addressOf = ({ address: { street, streetNumber, postalCode, locality } }: Pick<RestaurantSummary, 'address'>): string =>
  [`${street} ${streetNumber}`, `${postalCode} ${locality}`].map((part) => part.trim()).filter((part) => part !== '').join(', ');

const placeOf = (restaurant: CalendarMeetup['restaurant']): string => [restaurant.name, addressOf(restaurant)].filter((part) => part !== '').join(', ');

const PARTICIPATION: Readonly<Record<AttendeeStatus, string>> = { pending: 'NEEDS-ACTION', accepted: 'ACCEPTED', declined: 'DECLINED' };

const readerOf = ({ name, email, answer }: CalendarReader): Property =>
  // Answers are given in the app: a program that mailed them would write to nobody.
  ['attendee', { ...(name !== '' && { cn: parameter(name) }), role: 'REQ-PARTICIPANT', partstat: PARTICIPATION[answer], rsvp: 'FALSE' }, 'cal-address', `mailto:${email}`];

const statusOf = (meetup: CalendarMeetup, method: CalendarMethod): string => {
  if (method === 'CANCEL' || meetup.status === 'canceled') return 'CANCELLED';
  return meetup.status === 'accepted' ? 'CONFIRMED' : 'TENTATIVE';
};

/** Where attendees find their meetups. */
export const invitationsUrl = (publicUrl: string): string => `${publicUrl}/restaurants#invitations`;

const eventOf = (meetup: CalendarMeetup, { method, reader }: { readonly method: CalendarMethod; readonly reader: CalendarReader | null }, { publicUrl, from, now }: CalendarDeps): Component => {
  const url = invitationsUrl(publicUrl);
  const { latitude, longitude } = meetup.restaurant.location;
  const kind = meetup.isTakeAway ? texts.meetupTakeAway : texts.meetupInHouse;
  return ['vevent', [
    ['uid', {}, 'text', `${meetup.key}@${new URL(publicUrl).hostname}`],
    ['sequence', {}, 'integer', meetup.sequence],
    ['dtstamp', {}, 'date-time', utc(now)],
    ...timesOf(meetup.at),
    ['summary', {}, 'text', text(fillText(texts.calendarSummary, { place: meetup.restaurant.name }))],
    ['description', {}, 'text', text(fillText(texts.calendarDescription, { kind, url }))],
    ['location', {}, 'text', text(placeOf(meetup.restaurant))],
    ['geo', {}, 'float', [latitude, longitude]],
    ['url', {}, 'uri', url],
    ['status', {}, 'text', statusOf(meetup, method)],
    ['organizer', { cn: parameter(meetup.ownerName === '' ? texts.pageTitle : meetup.ownerName) }, 'cal-address', `mailto:${from}`],
    // RFC 5546 §3.2.1: what is published names nobody who attends.
    ...(reader === null || method === 'PUBLISH' ? [] : [readerOf(reader)]),
  ], []];
};

/** A meetup as a file that calendars read; `reader` is the one attendee it names. */
export const calendarFile = (meetup: CalendarMeetup, call: { readonly method: CalendarMethod; readonly reader: CalendarReader | null }, deps: CalendarDeps): CalendarFile => {
  const head: readonly Property[] = [
    ['version', {}, 'text', '2.0'],
    ['prodid', {}, 'text', '-//Mahlzeit//Treffen//DE'],
    ['calscale', {}, 'text', 'GREGORIAN'],
    ['method', {}, 'text', call.method],
  ];
  const calendar: Component = ['vcalendar', head, [berlin, eventOf(meetup, call, deps)]];
  return { method: call.method, name: FILE_NAME, content: `${ICAL.stringify([...calendar])}\r\n` };
};
