import type { Ms } from '@mahlzeit/contract';
import { berlinClock, berlinDay, minuteOfDay } from '@mahlzeit/contract/rules';
import ICAL from 'ical.js';

/** Purposes of a calendar file (RFC 5546): publish an event, request attendance, or cancel an event. */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL';

/** A property in jCal notation (RFC 7265): name, parameters, type, values. */
export type CalendarProperty = readonly [string, Readonly<Record<string, string>>, string, ...unknown[]];

/** A component in jCal notation: name, properties, components. */
type CalendarComponent = readonly [string, readonly CalendarProperty[], readonly CalendarComponent[]];

/** An event of a calendar, with a time and a place. */
export interface CalendarEvent {
  /** Permanent id of the event, unique to one host. */
  readonly key: string;
  /**
   * Version number of the event, which grows with each change, so that calendars use the newest version; starts at 0.
   */
  readonly sequence: number;
  readonly startsAt: Ms;
  readonly summary: string;
  readonly description: string;
  readonly place: {
    readonly name: string;
    readonly address: string;
    readonly location: { readonly latitude: number; readonly longitude: number };
  };
  readonly url: string;
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  /** Properties of the event in addition to the standard ones. */
  readonly extraProperties?: readonly CalendarProperty[];
}

interface CalendarHeader {
  readonly method: CalendarMethod;
  /** Name of the program that writes the calendar file. */
  readonly product: string;
  readonly publicUrl: string;
  /** Time at which the calendar file is written. */
  readonly now: Ms;
}

// Maximum length of a line in a calendar file. RFC 5545 allows 75 octets; the library doesn't count the leading space
// of a continued line, so its limit is 74.
ICAL.foldLength = 74;

const EVENT_DURATION_MS = 60 * 60_000;
const TIME_ZONE = 'Europe/Berlin';

// Builds the start or end of summer time in a calendar file, by the rule of the European Union since October 1996. A
// test compares the result with Node's data for Berlin.
const offsetRuleComponentOf = (
  zoneAbbreviation: string,
  [offsetBefore, offsetAfter]: readonly [string, string],
  [ruleStartLocal, ruleMonth]: readonly [string, number],
): CalendarComponent => [
  zoneAbbreviation === 'CEST' ? 'daylight' : 'standard',
  [
    ['tzname', {}, 'text', zoneAbbreviation],
    ['tzoffsetfrom', {}, 'utc-offset', offsetBefore],
    ['tzoffsetto', {}, 'utc-offset', offsetAfter],
    ['dtstart', {}, 'date-time', ruleStartLocal],
    ['rrule', {}, 'recur', { freq: 'YEARLY', bymonth: ruleMonth, byday: '-1SU' }],
  ],
  [],
];

const berlinTimeZone: CalendarComponent = [
  'vtimezone',
  [['tzid', {}, 'text', TIME_ZONE]],
  [
    offsetRuleComponentOf('CEST', ['+01:00', '+02:00'], ['1996-03-31T02:00:00', 3]),
    offsetRuleComponentOf('CET', ['+02:00', '+01:00'], ['1996-10-27T03:00:00', 10]),
  ],
];

const formatUtc = (instant: Ms): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;

// Formats an instant in Berlin's local time. Berlin's offset from UTC is a whole number of minutes, so the seconds are
// the same as in UTC.
const formatLocal = (instant: Ms): string =>
  `${berlinDay(instant)}T${berlinClock(instant)}${formatUtc(instant).slice(16, 19)}`;

// Checks whether an event is at night; its times are then written in UTC. A local time that occurs twice, in the night
// when summer time ends, has different meanings in different programs; some programs also misread the hours around it.
const isByNight = (instant: Ms): boolean => {
  const minuteInDay = minuteOfDay(berlinClock(instant));
  return minuteInDay < 4 * 60 || minuteInDay >= 23 * 60;
};

const timePropertiesOf = (eventStart: Ms): readonly CalendarProperty[] => {
  const eventEnd = eventStart + EVENT_DURATION_MS;
  const timeProperty = (propertyName: string, instant: Ms): CalendarProperty =>
    isByNight(eventStart) || isByNight(eventEnd)
      ? [propertyName, {}, 'date-time', formatUtc(instant)]
      : [propertyName, { tzid: TIME_ZONE }, 'date-time', formatLocal(instant)];
  return [timeProperty('dtstart', eventStart), timeProperty('dtend', eventEnd)];
};

// Prepares a text for a calendar file: line feeds are escaped, other control characters removed (RFC 5545 §3.1).
const printableCalendarText = (value: string): string => value.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]/gu, '');

/**
 * Returns a text that is safe as the parameter of a calendar property. Some programs don't understand escaped quotation
 * marks (RFC 6868), or a semicolon within a parameter.
 */
export const calendarParameter = (value: string): string =>
  printableCalendarText(value).replace(/\s+/g, ' ').replaceAll('"', "'").replaceAll(';', ',');

const eventComponentOf = (
  {
    key,
    sequence,
    startsAt,
    summary,
    description,
    place,
    url,
    status,
    extraProperties: moreProperties = [],
  }: CalendarEvent,
  { publicUrl, now }: CalendarHeader,
): CalendarComponent => [
  'vevent',
  [
    ['uid', {}, 'text', `${key}@${new URL(publicUrl).hostname}`],
    ['sequence', {}, 'integer', sequence],
    ['dtstamp', {}, 'date-time', formatUtc(now)],
    ...timePropertiesOf(startsAt),
    ['summary', {}, 'text', printableCalendarText(summary)],
    ['description', {}, 'text', printableCalendarText(description)],
    [
      'location',
      {},
      'text',
      printableCalendarText([place.name, place.address].filter((placePart) => placePart !== '').join(', ')),
    ],
    ['geo', {}, 'float', [place.location.latitude, place.location.longitude]],
    ['url', {}, 'uri', url],
    ['status', {}, 'text', status],
    ...moreProperties,
  ],
  [],
];

/**
 * Writes the calendar file (RFC 5545) of one event that lasts an hour. Calendar programs understand it with or without
 * time zone data of Berlin (ADR 32).
 */
export const writeCalendar = (event: CalendarEvent, calendarHeader: CalendarHeader): string => {
  const calendarProperties: readonly CalendarProperty[] = [
    ['version', {}, 'text', '2.0'],
    ['prodid', {}, 'text', `-//Mahlzeit//${calendarHeader.product}//DE`],
    ['calscale', {}, 'text', 'GREGORIAN'],
    ['method', {}, 'text', calendarHeader.method],
  ];
  const calendarComponent: CalendarComponent = [
    'vcalendar',
    calendarProperties,
    [berlinTimeZone, eventComponentOf(event, calendarHeader)],
  ];
  return ICAL.stringify([...calendarComponent]);
};
