import { fromAbsolute, getDayOfWeek, parseDate, parseDateTime, toCalendarDate, toZoned } from '@internationalized/date';
import * as fc from 'fast-check';
import {
  addDays,
  addMonths,
  berlinClock,
  berlinDay,
  formattedDate,
  instantOf,
  isoWeekday,
  minuteOfDay,
  nextMidnight,
  startOfDay,
} from './day';

const hourMs = 3_600_000;

describe('berlinClock', () => {
  it('shows the minute of each instant, also next to the cached one, and on both sides of a clock change', () => {
    const instantTexts = [
      '2026-06-24T10:30:00.000Z',
      '2026-06-24T10:30:59.999Z',
      '2026-06-24T10:31:00.000Z',
      '2026-06-24T10:29:59.999Z',
      '2026-10-25T00:59:00Z',
      '2026-10-25T01:00:00Z',
    ];
    expect(instantTexts.map((instant) => berlinClock(Date.parse(instant)))).toEqual([
      '12:30',
      '12:30',
      '12:31',
      '12:29',
      '02:59',
      '02:00',
    ]);
  });
});

describe('berlinDay', () => {
  it.each([
    ['2026-06-23T21:59:59.999Z', '2026-06-23'],
    ['2026-06-23T22:00:00.000Z', '2026-06-24'],
    ['2026-06-23T23:59:00.000Z', '2026-06-24'],
    ['2026-01-14T22:59:00.000Z', '2026-01-14'],
    ['2026-01-14T23:00:00.000Z', '2026-01-15'],
    ['2026-12-31T23:30:00.000Z', '2027-01-01'],
    ['2027-03-28T21:59:00.000Z', '2027-03-28'],
    ['2027-03-28T22:00:00.000Z', '2027-03-29'],
    ['2027-10-31T22:59:00.000Z', '2027-10-31'],
    ['2027-10-31T23:00:00.000Z', '2027-11-01'],
  ])('T07 is the day in Berlin, not in UTC: %s is on %s', (instant, day) => {
    expect(berlinDay(Date.parse(instant))).toBe(day);
  });
});

describe('isoWeekday', () => {
  it.each([
    ['2026-06-22', 1],
    ['2026-06-24', 3],
    ['2026-06-27', 6],
    ['2026-06-28', 7],
    ['2027-01-01', 5],
    ['2028-02-29', 2],
  ])('numbers %s as day %i of the week', (day, expectedWeekday) => {
    expect(isoWeekday(day)).toBe(expectedWeekday);
  });
});

describe('startOfDay and nextMidnight', () => {
  it.each([
    ['2026-06-24', '2026-06-23T22:00:00.000Z', 24],
    ['2026-01-15', '2026-01-14T23:00:00.000Z', 24],
    ['2027-03-28', '2027-03-27T23:00:00.000Z', 23],
    ['2027-10-31', '2027-10-30T22:00:00.000Z', 25],
  ])('T08 %s starts at %s and lasts %i hours', (day, expectedStart, lengthHours) => {
    expect(startOfDay(day)).toBe(Date.parse(expectedStart));
    expect(nextMidnight(startOfDay(day))).toBe(startOfDay(day) + lengthHours * hourMs);
    expect(nextMidnight(startOfDay(day) + lengthHours * hourMs - 1)).toBe(startOfDay(day) + lengthHours * hourMs);
  });

  it('meet without a gap on every day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (index) => {
        const day = addDays('1990-01-01', index);
        expect(nextMidnight(startOfDay(day))).toBe(startOfDay(addDays(day, 1)));
        expect(berlinDay(startOfDay(day))).toBe(day);
        expect(berlinDay(startOfDay(day) - 1)).toBe(addDays(day, -1));
      }),
    );
  });
});

describe('instantOf', () => {
  it.each([
    ['2026-06-24', '00:00', '2026-06-23T22:00:00.000Z'],
    ['2026-06-24', '11:30', '2026-06-24T09:30:00.000Z'],
    ['2026-06-24', '24:00', '2026-06-24T22:00:00.000Z'],
    ['2027-03-28', '01:59', '2027-03-28T00:59:00.000Z'],
    ['2027-03-28', '03:00', '2027-03-28T01:00:00.000Z'],
    ['2027-03-28', '12:00', '2027-03-28T10:00:00.000Z'],
    ['2027-03-28', '24:00', '2027-03-28T22:00:00.000Z'],
    ['2027-10-31', '01:00', '2027-10-30T23:00:00.000Z'],
    ['2027-10-31', '03:00', '2027-10-31T02:00:00.000Z'],
    ['2027-10-31', '12:00', '2027-10-31T11:00:00.000Z'],
    ['2027-10-31', '24:00', '2027-10-31T23:00:00.000Z'],
  ])('returns for %s %s the instant %s', (day, time, instant) => {
    expect(new Date(instantOf(day, time)).toISOString()).toBe(instant);
  });

  it('shifts a skipped time by the clock change', () => {
    expect(new Date(instantOf('2027-03-28', '02:30')).toISOString()).toBe('2027-03-28T01:30:00.000Z');
  });

  it('returns the first of a time that occurs twice', () => {
    expect(new Date(instantOf('2027-10-31', '02:30')).toISOString()).toBe('2027-10-31T00:30:00.000Z');
  });
});

describe('addMonths', () => {
  it.each([
    ['2025-11-30', 3, '2026-02-28'],
    ['2027-11-30', 3, '2028-02-29'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-03-24', 3, '2026-06-24'],
  ])('T06 clamps to the end of the month: %s and %i months is %s', (day, monthCount, expectedDay) => {
    expect(addMonths(day, monthCount)).toBe(expectedDay);
  });
});

describe('written forms', () => {
  it.each([
    ['00:00', 0],
    ['09:05', 545],
    ['23:59', 1439],
    ['24:00', 1440],
  ])('counts %s as minute %i', (time, expectedMinute) => {
    expect(minuteOfDay(time)).toBe(expectedMinute);
  });

  it('formats a day in German notation', () => {
    expect(formattedDate('2026-06-24')).toBe('24.06.2026');
  });
});

/** These tests compare the rules with a library that handles every time zone and calendar. */
describe('days and instants', () => {
  const timeZone = 'Europe/Berlin';
  const ordinaryDayArbitrary = fc
    .integer({ min: 0, max: 40_000 })
    .map((index) => parseDate('1990-01-01').add({ days: index }).toString());
  // Days on which clocks in Berlin change, so that every property test also covers them.
  const clockChangeDayArbitrary = fc.constantFrom(
    '1996-10-27',
    '2026-03-29',
    '2026-10-25',
    '2027-03-28',
    '2027-10-31',
    '2040-03-25',
  );
  const dayArbitrary = fc.oneof(ordinaryDayArbitrary, clockChangeDayArbitrary);
  const timeArbitrary = fc
    .integer({ min: 0, max: 1_439 })
    .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`);
  const dayOffsetArbitrary = fc.integer({ min: -1_000, max: 1_000 });

  it('equal those of @internationalized/date', () => {
    fc.assert(
      fc.property(dayArbitrary, timeArbitrary, dayOffsetArbitrary, (someDay, someTime, offset) => {
        const instant = toZoned(parseDateTime(`${someDay}T${someTime}`), timeZone)
          .toDate()
          .getTime();
        expect(instantOf(someDay, someTime)).toBe(instant);
        expect(berlinDay(instant + offset)).toBe(toCalendarDate(fromAbsolute(instant + offset, timeZone)).toString());
        expect(addDays(someDay, offset)).toBe(parseDate(someDay).add({ days: offset }).toString());
        expect(addMonths(someDay, offset)).toBe(parseDate(someDay).add({ months: offset }).toString());
        expect(isoWeekday(someDay)).toBe(getDayOfWeek(parseDate(someDay), 'de-DE', 'mon') + 1);
      }),
      { numRuns: 2_000 },
    );
  });
});
