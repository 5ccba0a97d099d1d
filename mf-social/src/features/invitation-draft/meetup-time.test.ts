import { aRestaurant } from '@mahlzeit/contract/fixtures';
import type { MeetingPlace } from './meetup-time';
import { closedLegend, instantOfMoment, meetupChoices, meetupNotice, momentOf } from './meetup-time';

const closedWeekHours = { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] };
const lunchHours = [{ start: '11:30', end: '14:00' }];
const meetingPlace: MeetingPlace = {
  openingHours: {
    ...closedWeekHours,
    1: lunchHours,
    2: lunchHours,
    3: lunchHours,
    4: [...lunchHours, { start: '17:00', end: '22:00' }],
    5: lunchHours,
  },
  restTime: null,
};
const placeWithUnknownHours: MeetingPlace = {
  openingHours: closedWeekHours,
  restTime: null,
};
const instantOfIso = (isoDateTime: string): number => Date.parse(isoDateTime);
// 14 October 2026 is a Wednesday.
const now = instantOfIso('2026-10-14T11:51:00+02:00');

it('starts at the next quarter and ends two weeks later at the same time', () => {
  const { days, timesOf, today } = meetupChoices(null, now);
  expect(today).toBe('2026-10-14');
  expect([days[0]?.day, days.at(-1)?.day, days.length]).toEqual(['2026-10-14', '2026-10-28', 15]);
  expect(timesOf('2026-10-14')[0]?.time).toBe('12:00');
  expect(timesOf('2026-10-15')).toHaveLength(96);
  expect(timesOf('2026-10-28').at(-1)?.time).toBe('11:45');
});

it('T10 ends at the same clock time after a change of the clocks', () => {
  const { timesOf } = meetupChoices(null, instantOfIso('2026-10-14T12:00:00+02:00'));
  expect(timesOf('2026-10-28').at(-1)?.time).toBe('12:00');
  expect(timesOf('2026-10-25').filter(({ time }) => time.startsWith('02:'))).toHaveLength(4);
});

it('skips quarters that the clocks skip', () => {
  expect(
    meetupChoices(null, instantOfIso('2026-03-25T12:00:00+01:00'))
      .timesOf('2026-03-29')
      .map(({ time }) => time),
  ).not.toContain('02:15');
});

it('starts tomorrow when today has no quarter left', () => {
  expect(meetupChoices(null, instantOfIso('2026-10-14T23:50:00+02:00')).days[0]?.day).toBe('2026-10-15');
});

it('strikes closed days and times, and leaves out times far from the opening hours', () => {
  const { days, timesOf } = meetupChoices(meetingPlace, now);
  expect(days.filter(({ isClosed }) => isClosed).map(({ day }) => day)).toEqual([
    '2026-10-17',
    '2026-10-18',
    '2026-10-24',
    '2026-10-25',
  ]);
  const thursdayTimes = timesOf('2026-10-15');
  expect([thursdayTimes[0], thursdayTimes.at(-1)]).toEqual([
    { time: '11:00', isClosed: true },
    { time: '22:15', isClosed: true },
  ]);
  expect(thursdayTimes.find(({ time }) => time === '15:00')?.isClosed).toBe(true);
  expect(meetupChoices(placeWithUnknownHours, now).days.every(({ isClosed }) => !isClosed)).toBe(true);
});

it.each<[string, string, MeetingPlace | null, unknown]>([
  [
    'past',
    '2026-10-14T11:45:00+02:00',
    meetingPlace,
    { tone: 'err', title: 'Diese Zeit ist schon vorbei', text: 'Nimm eine spätere Zeit.' },
  ],
  ['T10 the last moment', '2026-10-28T11:51:00+01:00', null, null],
  [
    'T10 a quarter later',
    '2026-10-28T12:00:00+01:00',
    null,
    { tone: 'err', title: 'Das ist zu weit voraus', text: 'Nimm einen Tag in den nächsten zwei Wochen.' },
  ],
  ['open', '2026-10-15T12:30:00+02:00', meetingPlace, null],
  [
    'closed',
    '2026-10-15T15:30:00+02:00',
    meetingPlace,
    {
      tone: 'err',
      title: 'Um 15:30 ist dort zu',
      text: 'Donnerstags ist von 11:30 bis 14:00 und von 17:00 bis 22:00 offen.',
    },
  ],
  [
    'rest day',
    '2026-10-17T12:30:00+02:00',
    meetingPlace,
    { tone: 'err', title: 'Da ist dort zu', text: 'Samstags ist Ruhetag. Nimm einen anderen Tag.' },
  ],
  [
    'holidays',
    '2026-10-15T12:30:00+02:00',
    { ...meetingPlace, restTime: { start: '2026-10-15', end: '2026-10-20', restTimeTypeKey: null } },
    {
      tone: 'err',
      title: 'Da ist dort zu',
      text: 'Das Lokal macht bis zum 20. Oktober Pause. Nimm einen späteren Tag.',
    },
  ],
  [
    'closing soon',
    '2026-10-15T13:30:00+02:00',
    meetingPlace,
    { tone: 'info', title: 'Gut zu wissen', text: 'Um 14:00 ist dort schon Schluss.' },
  ],
  [
    'unknown',
    '2026-10-15T12:30:00+02:00',
    placeWithUnknownHours,
    { tone: 'info', title: 'Gut zu wissen', text: 'Die Öffnungszeiten kennen wir nicht. Frag im Lokal nach.' },
  ],
])('checks the date, then the place: %s', (_, isoDateTime, placeToMeet, expectedNotice) => {
  expect(meetupNotice(instantOfIso(isoDateTime), placeToMeet, now)).toEqual(expectedNotice);
});

it('explains struck-through days', () => {
  expect(closedLegend(meetingPlace, meetupChoices(meetingPlace, now))).toBe('Durchgestrichen: Sa. und So. Ruhetag.');
  const placeOnHoliday: MeetingPlace = {
    ...meetingPlace,
    restTime: { start: '2026-10-01', end: '2026-10-20', restTimeTypeKey: null },
  };
  expect(closedLegend(placeOnHoliday, meetupChoices(placeOnHoliday, now))).toBe(
    'Durchgestrichen: Sa. und So. Ruhetag und Pause bis 20. Oktober.',
  );
  const placeWithDatedWeek: MeetingPlace = {
    ...meetingPlace,
    datedWeek: { firstDay: '2026-10-12', nextOpening: null },
  };
  expect(closedLegend(placeWithDatedWeek, meetupChoices(placeWithDatedWeek, now))).toBe(
    'Durchgestrichen: geschlossen.',
  );
  expect(closedLegend(placeWithUnknownHours, meetupChoices(placeWithUnknownHours, now))).toBeNull();
});

it('uses Berlin’s clock', () => {
  expect(instantOfMoment({ day: '2026-10-26', time: '12:30' })).toBe(instantOfIso('2026-10-26T12:30:00+01:00'));
  expect(instantOfMoment({ day: '2026-10-26', time: null })).toBeNull();
  expect(momentOf(instantOfIso('2026-10-14T22:30:00Z'))).toEqual({ day: '2026-10-15', time: '00:30' });
});

it('accepts a restaurant’s opening hours', () => {
  expect(
    meetupNotice(instantOfIso('2026-06-24T12:30:00+02:00'), aRestaurant(), instantOfIso('2026-06-24T11:30:00+02:00'))
      ?.tone ?? 'fine',
  ).not.toBe('err');
});
