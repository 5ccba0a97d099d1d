import { aRestaurant, aWeek } from '../fixtures';
import type { RestTime } from '../restaurant';
import {
  areHoursUnknown,
  closingAt,
  isClosingSoon,
  isOpenAt,
  isResting,
  isStillOpenToday,
  nextOpeningAt,
  opensWithin,
  orderLeadMinutes,
} from './opening-hours';
import type { Hours } from './opening-hours';

/**
 * Returns an instant of the week from Monday 22 to Sunday 28 June 2026, in Berlin's summer time, written as `24 11:30`.
 */
const instantAt = (dayAndTime: string): number => Date.parse(`2026-06-${dayAndTime.replace(' ', 'T')}:00+02:00`);
const hoursOf = (week: Parameters<typeof aWeek>[0], restTime: RestTime | null = null): Hours => ({
  openingHours: aWeek(week),
  restTime,
});
const toIso = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString());

const nightBarHours = hoursOf({ 1: ['22:00-02:00'] });
const sundayBarHours = hoursOf({ 7: ['22:00-02:00'] });
const lunchAndDinner = hoursOf({ 1: ['11:30-14:30', '17:30-22:00'], 2: ['11:30-14:30', '17:30-22:00'] });
const allDayRanges = ['00:00-24:00'] as const;
const alwaysOpenHours = hoursOf({
  1: allDayRanges,
  2: allDayRanges,
  3: allDayRanges,
  4: allDayRanges,
  5: allDayRanges,
  6: allDayRanges,
  7: allDayRanges,
});
const openExceptOneHour = hoursOf({
  1: ['00:00-12:00', '13:00-24:00'],
  2: allDayRanges,
  3: allDayRanges,
  4: allDayRanges,
  5: allDayRanges,
  6: allDayRanges,
  7: allDayRanges,
});
const juneClosure = (startDay: number, endDay: number): RestTime => ({
  start: `2026-06-${startDay}`,
  end: `2026-06-${endDay}`,
  restTimeTypeKey: null,
});

describe('isResting', () => {
  const holidayHours = hoursOf({}, juneClosure(22, 23));
  it.each([
    ['21 23:59', false],
    ['22 00:00', true],
    ['23 00:00', true],
    ['23 23:59', true],
    ['24 00:00', false],
  ])('T04 lasts through the whole last day: June %s is %s', (instant, isOnHoliday) => {
    expect(isResting(holidayHours, instantAt(instant))).toBe(isOnHoliday);
  });

  it('is always false without a closure', () => {
    expect(isResting({ restTime: null }, instantAt('22 12:00'))).toBe(false);
  });

  it('T04 closes the place, including nights that would begin within it', () => {
    const hoursBeforeClosure = hoursOf({ 1: ['12:00-14:00', '22:00-02:00'], 2: ['12:00-14:00'] }, juneClosure(22, 22));
    expect(isOpenAt(hoursBeforeClosure, instantAt('22 13:00'))).toBe(false);
    expect(isOpenAt(hoursBeforeClosure, instantAt('23 01:00'))).toBe(false);
    expect(isOpenAt(hoursBeforeClosure, instantAt('23 13:00'))).toBe(true);
  });
});

describe('isOpenAt', () => {
  it.each([
    ['before a Monday night', nightBarHours, '22 21:59', false],
    ['as a Monday night begins', nightBarHours, '22 22:00', true],
    ['just before midnight', nightBarHours, '22 23:59', true],
    ['on Tuesday at 1:00', nightBarHours, '23 01:00', true],
    ['on Tuesday as the night ends', nightBarHours, '23 02:00', false],
    ['on Monday at 1:00, with no Sunday night', nightBarHours, '22 01:00', false],
    ['on Sunday at 23:00', sundayBarHours, '28 23:00', true],
    ['on Monday at 1:00, after a Sunday night', sundayBarHours, '22 01:00', true],
    ['at an end of 00:00, which is midnight', hoursOf({ 1: ['18:00-00:00'] }), '22 23:59', true],
    ['after an end of 00:00', hoursOf({ 1: ['18:00-00:00'] }), '23 00:00', false],
    ['at an end of 24:00', hoursOf({ 1: ['18:00-24:00'] }), '22 23:59', true],
    ['after an end of 24:00', hoursOf({ 1: ['18:00-24:00'] }), '23 00:00', false],
    ['through a day from 00:00 to 00:00', hoursOf({ 1: ['00:00-00:00'] }), '22 13:00', true],
    ['through 24 hours from 10:00 to 10:00', hoursOf({ 1: ['10:00-10:00'] }), '23 09:59', true],
    ['in a lunch break', lunchAndDinner, '22 15:00', false],
  ])('T01 %s', (_title, hours, instant, isOpen) => {
    expect(isOpenAt(hours, instantAt(instant))).toBe(isOpen);
  });

  it('is independent of the order and overlap of ranges', () => {
    const hours = hoursOf({ 1: ['17:00-22:00', '11:00-14:00', '13:00-17:30'] });
    expect(isOpenAt(hours, instantAt('22 16:00'))).toBe(true);
    expect(toIso(closingAt(hours, instantAt('22 11:30')))).toBe('2026-06-22T20:00:00.000Z');
  });
});

describe('closingAt', () => {
  it.each([
    ['goes over midnight', nightBarHours, '22 23:30', '2026-06-23T00:00:00.000Z'],
    [
      'joins ranges that meet at midnight',
      hoursOf({ 1: ['18:00-24:00'], 2: ['00:00-03:00'] }),
      '22 19:00',
      '2026-06-23T01:00:00.000Z',
    ],
    [
      'joins ranges that meet at noon',
      hoursOf({ 1: ['08:00-12:00', '12:00-15:00'] }),
      '22 09:00',
      '2026-06-22T13:00:00.000Z',
    ],
    ['stops at the lunch break', lunchAndDinner, '22 12:00', '2026-06-22T12:30:00.000Z'],
    ['is nothing while closed', lunchAndDinner, '22 15:00', null],
    ['is nothing where it never closes', alwaysOpenHours, '24 12:00', null],
    [
      'comes where all days but one are open',
      hoursOf({ 1: allDayRanges, 2: allDayRanges, 3: allDayRanges, 4: allDayRanges, 5: allDayRanges, 6: allDayRanges }),
      '22 01:00',
      '2026-06-27T22:00:00.000Z',
    ],
    ['comes after nearly a week', openExceptOneHour, '22 13:00', '2026-06-29T10:00:00.000Z'],
    [
      'is cut by a holiday closure',
      hoursOf({ 1: ['22:00-02:00'] }, juneClosure(23, 30)),
      '22 22:30',
      '2026-06-22T22:00:00.000Z',
    ],
  ])('%s', (_title, hours, instant, expectedClosing) => {
    expect(toIso(closingAt(hours, instantAt(instant)))).toBe(expectedClosing);
  });
});

describe('nextOpeningAt', () => {
  it.each([
    ['later today', lunchAndDinner, '22 09:00', '2026-06-22T09:30:00.000Z'],
    ['after the lunch break', lunchAndDinner, '22 15:00', '2026-06-22T15:30:00.000Z'],
    ['after the opening that runs now', lunchAndDinner, '22 12:00', '2026-06-22T15:30:00.000Z'],
    ['tomorrow', lunchAndDinner, '22 23:00', '2026-06-23T09:30:00.000Z'],
    ['a week later', nightBarHours, '22 22:00', '2026-06-29T20:00:00.000Z'],
    [
      'after the holiday',
      hoursOf({ 1: ['11:00-14:00'] }, { start: '2026-06-20', end: '2026-07-31', restTimeTypeKey: null }),
      '22 12:00',
      '2026-08-03T09:00:00.000Z',
    ],
    ['never without hours', hoursOf({}), '22 12:00', null],
    ['never where it never closes', alwaysOpenHours, '22 12:00', null],
  ])('comes %s', (_title, hours, instant, expectedOpening) => {
    expect(toIso(nextOpeningAt(hours, instantAt(instant)))).toBe(expectedOpening);
  });
});

describe('isStillOpenToday', () => {
  it.each([
    ['before the first opening', '22 08:00', true],
    ['in the lunch break', '22 15:00', true],
    ['in the evening', '22 21:59', true],
    ['after the last closing', '22 22:00', false],
    ['on a day without hours', '24 12:00', false],
  ])('%s', (_title, instant, isOpen) => {
    expect(isStillOpenToday(lunchAndDinner, instantAt(instant))).toBe(isOpen);
  });

  it('ignores tomorrow', () => {
    expect(isStillOpenToday(hoursOf({ 2: ['00:00-03:00'] }), instantAt('22 23:50'))).toBe(false);
  });
});

describe('isClosingSoon', () => {
  it.each([
    ['not at 23:30 of a night that goes on', nightBarHours, '22 23:30', false],
    ['not 46 minutes before the end', nightBarHours, '23 01:14', false],
    ['45 minutes before the end', nightBarHours, '23 01:15', true],
    ['one minute before the end', nightBarHours, '23 01:59', true],
    ['not once it is closed', nightBarHours, '23 02:00', false],
    ['before the lunch break', lunchAndDinner, '22 13:45', true],
    ['not in the lunch break', lunchAndDinner, '22 14:45', false],
    ['before the evening ends', lunchAndDinner, '22 21:20', true],
    ['not where the next range begins at once', hoursOf({ 1: ['08:00-12:00', '12:00-15:00'] }), '22 11:30', false],
    ['not at midnight of a place that never closes', alwaysOpenHours, '24 23:40', false],
  ])('T02 hints %s', (_title, hours, instant, isHintExpected) => {
    expect(isClosingSoon(hours, instantAt(instant))).toBe(isHintExpected);
  });
});

describe('nights of clock changes', () => {
  const weekendHours = hoursOf({ 6: ['22:00-04:00'], 7: ['09:00-12:00'] });

  it('lose an hour on 2027-03-28', () => {
    expect(toIso(closingAt(weekendHours, Date.parse('2027-03-27T23:00:00+01:00')))).toBe('2027-03-28T02:00:00.000Z');
    expect(isOpenAt(weekendHours, Date.parse('2027-03-28T03:59:00+02:00'))).toBe(true);
    expect(isOpenAt(weekendHours, Date.parse('2027-03-28T04:00:00+02:00'))).toBe(false);
    expect(toIso(nextOpeningAt(weekendHours, Date.parse('2027-03-28T05:00:00+02:00')))).toBe(
      '2027-03-28T07:00:00.000Z',
    );
  });

  it('gain an hour on 2027-10-31', () => {
    expect(toIso(closingAt(weekendHours, Date.parse('2027-10-30T23:00:00+02:00')))).toBe('2027-10-31T03:00:00.000Z');
    expect(isOpenAt(weekendHours, Date.parse('2027-10-31T03:59:00+01:00'))).toBe(true);
    expect(isOpenAt(weekendHours, Date.parse('2027-10-31T04:00:00+01:00'))).toBe(false);
    expect(toIso(nextOpeningAt(weekendHours, Date.parse('2027-10-31T05:00:00+01:00')))).toBe(
      '2027-10-31T08:00:00.000Z',
    );
  });

  it('T02 hint 45 real minutes before the end', () => {
    expect(isClosingSoon(weekendHours, Date.parse('2027-03-28T03:14:00+02:00'))).toBe(false);
    expect(isClosingSoon(weekendHours, Date.parse('2027-03-28T03:15:00+02:00'))).toBe(true);
  });
});

describe('order times', () => {
  it.each([
    [0, 15],
    [14, 15],
    [15, 15],
    [30, 30],
  ])('T09 turn %i minutes of the kitchen into %i of the diner', (orderForerunMinutes, expectedLeadMinutes) => {
    expect(orderLeadMinutes({ orderForerunMinutes })).toBe(expectedLeadMinutes);
  });
});

describe('hours of dated weeks', () => {
  const restaurant = {
    // The place has hours on the Monday of this week; the other days of the week belong to its holiday closure.
    openingHours: aWeek({ 1: ['11:00-15:00'] }),
    restTime: null,
    datedWeek: { firstDay: '2026-06-22', nextOpening: Date.parse('2026-07-09T11:00:00+02:00') },
  };

  it('name the true next opening, not the same weekday of the next week', () => {
    expect([
      nextOpeningAt(restaurant, instantAt('22 09:00')),
      nextOpeningAt(restaurant, instantAt('22 16:00')),
    ]).toEqual([instantAt('22 11:00'), Date.parse('2026-07-09T11:00:00+02:00')]);
  });

  it('name no next opening without one within a year', () => {
    const closedForGood = { ...restaurant, datedWeek: { ...restaurant.datedWeek, nextOpening: null } };
    expect(nextOpeningAt(closedForGood, instantAt('22 16:00'))).toBeNull();
  });

  it('say nothing about the days beyond', () => {
    expect(isOpenAt(restaurant, Date.parse('2026-06-29T12:00:00+02:00'))).toBe(false);
    expect(
      ['2026-06-21', '2026-06-24', '2026-06-29', '2026-07-09'].map((day) =>
        areHoursUnknown(restaurant, Date.parse(`${day}T12:00:00+02:00`)),
      ),
    ).toEqual([true, false, false, true]);
  });

  it("don't make the end of the week a closing time", () => {
    const alwaysOpen = {
      ...restaurant,
      openingHours: aWeek({ 6: ['00:00-24:00'], 7: ['00:00-24:00'] }),
    };
    expect(closingAt(alwaysOpen, instantAt('27 12:00'))).toBeNull();
  });
});

it.each([
  ['in half an hour', '24 10:30', true],
  ['later', '24 10:29', false],
  ['already', '24 11:00', false],
])('opensWithin checks whether a place opens %s', (_title, time, expected) => {
  expect(opensWithin(aRestaurant(), instantAt(time), 1_800_000)).toBe(expected);
});
