import { execFileSync } from 'node:child_process';
import { anAddress } from '@mahlzeit/contract/fixtures';
import ICAL from 'ical.js';
import { sync } from 'node-ical';
import type { CalendarMethod } from '../../platform';
import { bundledProgram } from '../../platform/testing/bundled-program';
import { createCalendarFile } from './invitation-calendar';
import type { CalendarMeetup, CalendarReader } from './invitation-calendar';

const meetupTime = Date.parse('2026-06-24T10:30:00Z');
const calendarDeps = {
  publicUrl: 'https://mahlzeit.test:8443',
  from: 'post@mahlzeit.test',
  now: Date.parse('2026-06-23T09:15:30.250Z'),
};

const calendarMeetupWith = (meetupOverrides: Partial<CalendarMeetup> = {}): CalendarMeetup => ({
  key: 'k-1',
  sequence: 2,
  at: meetupTime,
  status: 'accepted',
  isTakeAway: false,
  ownerName: 'Anna Brandt',
  restaurant: { name: 'Elbkantine', address: anAddress(), location: { latitude: 53.5461, longitude: 9.9662 } },
  ...meetupOverrides,
});

const ben: CalendarReader = { name: 'Ben Oltmanns', email: 'ben@mahlzeit.test', answer: 'pending' };

const calendarTextOf = (
  meetupOverrides: Partial<CalendarMeetup> = {},
  calendarMethod: CalendarMethod = 'REQUEST',
  calendarReader: CalendarReader | null = ben,
): string =>
  createCalendarFile(
    calendarMeetupWith(meetupOverrides),
    { method: calendarMethod, reader: calendarReader },
    calendarDeps,
  ).content;

/** Returns the lines of the event in a calendar file, after joining folded lines (RFC 5545 §3.1). */
const eventLines = (calendarText: string): string[] => {
  const unfoldedLines = calendarText.replaceAll('\r\n ', '').split('\r\n');
  return unfoldedLines.slice(unfoldedLines.indexOf('BEGIN:VEVENT') + 1, unfoldedLines.indexOf('END:VEVENT'));
};

const eventByIcalJs = (calendarText: string): ICAL.Event => {
  const event = new ICAL.Component(ICAL.parse(calendarText)).getFirstSubcomponent('vevent');
  if (event === null) throw new Error('The calendar file has no event');
  return new ICAL.Event(event);
};

const eventByNodeIcal = (calendarText: string) => {
  const [event] = Object.values(sync.parseICS(calendarText)).flatMap((calendarComponent) =>
    calendarComponent?.type === 'VEVENT' ? [calendarComponent] : [],
  );
  if (event === undefined) throw new Error('The calendar file has no event');
  return event;
};

it('contains kind, time and place of an invitation, and names only its reader', () => {
  expect(eventLines(calendarTextOf())).toEqual([
    'UID:k-1@mahlzeit.test',
    'SEQUENCE:2',
    'DTSTAMP:20260623T091530Z',
    'DTSTART;TZID=Europe/Berlin:20260624T123000',
    'DTEND;TZID=Europe/Berlin:20260624T133000',
    'SUMMARY:Treffen zum Essen: Elbkantine',
    'DESCRIPTION:Vor Ort. Zusagen oder absagen kannst du in Mahlzeit: https://mahlzeit.test:8443/restaurants#invitations',
    'LOCATION:Elbkantine\\, Große Elbstraße 14a\\, 22767 Hamburg',
    'GEO:53.5461;9.9662',
    'URL:https://mahlzeit.test:8443/restaurants#invitations',
    'STATUS:CONFIRMED',
    'ORGANIZER;CN=Anna Brandt:mailto:post@mahlzeit.test',
    'ATTENDEE;CN=Ben Oltmanns;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE:mailto:ben@mahlzeit.test',
  ]);
});

it('ends with its last line', () => expect(calendarTextOf()).toMatch(/[^\r\n]\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n$/));

it('names nobody in a published file', () => {
  const calendarText = calendarTextOf({}, 'PUBLISH', ben);
  expect(calendarText).toMatch(/^METHOD:PUBLISH\r$/m);
  expect(calendarText).not.toContain('ATTENDEE');
});

it.each<[CalendarMeetup['status'], CalendarMethod, string]>([
  ['accepted', 'REQUEST', 'CONFIRMED'],
  ['pending', 'REQUEST', 'TENTATIVE'],
  ['declined', 'REQUEST', 'TENTATIVE'],
  ['canceled', 'CANCEL', 'CANCELLED'],
  // A guest who has declined gets a CANCEL file, which removes the meetup from their calendar; the other attendees
  // still meet.
  ['accepted', 'CANCEL', 'CANCELLED'],
])('is %s in a file of the method %s: %s', (invitationStatus, calendarMethod, expectedStatus) => {
  const calendarText = calendarTextOf({ status: invitationStatus }, calendarMethod);
  expect(calendarText).toMatch(new RegExp(`^METHOD:${calendarMethod}\r$`, 'm'));
  expect(eventLines(calendarText)).toContain(`STATUS:${expectedStatus}`);
});

describe('names with special characters', () => {
  const restaurant = {
    ...calendarMeetupWith().restaurant,
    name: 'Zum „Goldenen" Löwen, Bar; \\Küche\\\r\nOben 👩‍🍳\u0007',
  };
  const ownerName = 'Jörg "Jo" Groß; von, zu:\nBerg';
  const calendarText = calendarTextOf({ restaurant, ownerName });
  const expectedPlace = 'Zum „Goldenen" Löwen, Bar; \\Küche\\\nOben 👩‍🍳';

  it('are read by ical.js unchanged', () => {
    const event = eventByIcalJs(calendarText);
    expect(event.summary).toBe(`Treffen zum Essen: ${expectedPlace}`);
    expect(event.location).toBe(`${expectedPlace}, Große Elbstraße 14a, 22767 Hamburg`);
    expect(event.component.getFirstProperty('organizer')?.getParameter('cn')).toBe("Jörg 'Jo' Groß, von, zu: Berg");
    expect(event.component.getFirstPropertyValue('geo')).toEqual([53.5461, 9.9662]);
  });

  it('are read by node-ical unchanged', () => {
    const event = eventByNodeIcal(calendarText);
    expect(event.summary).toBe(`Treffen zum Essen: ${expectedPlace}`);
    expect(event.location).toBe(`${expectedPlace}, Große Elbstraße 14a, 22767 Hamburg`);
    expect(JSON.stringify(event.organizer)).toContain("Jörg 'Jo' Groß, von, zu: Berg");
  });

  it('start and end no line', () => {
    expect(
      calendarText.split('\r\n').filter((calendarLine) => /^(?:Oben|Berg|BEGIN:VEVENT)/.test(calendarLine)),
    ).toEqual(['BEGIN:VEVENT']);
    expect(calendarText).not.toMatch(/[^\r]\n|\r[^\n]/);
    expect(calendarText).not.toContain('\u0007');
  });
});

it('folds lines at 75 octets without splitting a character', () => {
  const calendarText = calendarTextOf({
    restaurant: { ...calendarMeetupWith().restaurant, name: 'Käseküche 👩‍🍳 '.repeat(20).trim() },
  });
  const calendarLines = calendarText.split('\r\n');
  expect(Math.max(...calendarLines.map((calendarLine) => Buffer.byteLength(calendarLine)))).toBeLessThanOrEqual(75);
  expect(eventByNodeIcal(calendarText).summary).toBe(`Treffen zum Essen: ${'Käseküche 👩‍🍳 '.repeat(20).trim()}`);
});

it('omits the place where the street is unknown', () => {
  const restaurant = {
    ...calendarMeetupWith().restaurant,
    address: anAddress({ street: '', streetNumber: '', postalCode: '' }),
  };
  expect(eventLines(calendarTextOf({ restaurant }))).toContain('LOCATION:Elbkantine\\, Hamburg');
});

describe('times', () => {
  const calendarTimesProgram = bundledProgram('src/modules/invitations/testing/calendar-times-main.ts');
  const testedDays = [
    ...['2026-06-24', '2026-12-02'],
    ...['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26'],
    ...['2031-03-30', '2031-07-01', '2031-10-26'],
  ];

  it.each(['UTC', 'America/New_York', 'Pacific/Auckland'])(
    'are read at the right instant by two libraries in %s: summer, winter, and each quarter of an hour around clock changes',
    (timeZone) => {
      const programOutput: unknown = JSON.parse(
        execFileSync(
          process.execPath,
          [calendarTimesProgram(), JSON.stringify(calendarMeetupWith()), JSON.stringify(calendarDeps), ...testedDays],
          {
            env: { ...process.env, TZ: timeZone },
            encoding: 'utf8',
          },
        ),
      );
      expect(programOutput).toEqual({ zone: timeZone, read: 11 * 96, wrong: [] });
    },
  );
});
