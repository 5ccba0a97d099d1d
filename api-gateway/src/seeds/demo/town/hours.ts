import type { Range, Week } from '@mahlzeit/contract';

/** Days of the week as ISO numbers, with the time ranges of these days. */
type Part = readonly [days: string, ranges: string];

const rangesOf = (text: string): Range[] =>
  text.split(' ').map((range) => {
    const [start = '', end = ''] = range.split('-');
    return { start, end };
  });

const week = (...parts: readonly Part[]): Week => {
  const hoursOn = (day: string): Range[] =>
    parts.filter(([days]) => days.includes(day)).flatMap(([, ranges]) => rangesOf(ranges));
  return {
    1: hoursOn('1'),
    2: hoursOn('2'),
    3: hoursOn('3'),
    4: hoursOn('4'),
    5: hoursOn('5'),
    6: hoursOn('6'),
    7: hoursOn('7'),
  };
};

interface Hours {
  readonly opening: Week;
  readonly lunch: Week;
}

const NO_LUNCH = week();
const hours = (opening: Week, lunch: Week = NO_LUNCH): Hours => ({ opening, lunch });

const workdays = '12345';
const daily = '1234567';

/** Typical opening hours by name. Together they produce every state of a menu on every weekday. */
export const HOURS = {
  always: hours(week([daily, '00:00-24:00']), week([daily, '11:00-15:00'])),
  lunch: hours(week([workdays, '11:30-14:30']), week([workdays, '11:30-14:30'])),
  lunchEarly: hours(week([workdays, '11:00-14:00']), week([workdays, '11:00-14:00'])),
  lunchLong: hours(week([workdays, '11:00-16:00']), week([workdays, '11:30-15:00'])),
  lunchShort: hours(week([workdays, '11:00-12:40']), week([workdays, '11:00-12:30'])),
  canteen: hours(week([workdays, '07:30-15:00']), week([workdays, '11:15-14:00'])),
  allDay: hours(week([daily, '11:00-22:00']), week([workdays, '11:30-15:00'])),
  lateDay: hours(week([daily, '12:00-23:00']), week([daily, '12:00-15:30'])),
  split: hours(week(['123456', '11:30-15:00 17:30-22:30']), week([workdays, '11:30-14:45'])),
  closedMonday: hours(week(['234567', '11:30-14:30 17:00-22:00']), week(['2345', '11:30-14:30'])),
  closedTuesday: hours(week(['134567', '12:00-21:30']), week(['1345', '12:00-15:00'])),
  closedWednesday: hours(week(['124567', '11:30-21:00']), week(['1245', '11:30-14:30'])),
  closedThursday: hours(week(['123567', '11:00-20:00']), week(['1235', '11:00-14:30'])),
  closedFriday: hours(week(['123467', '11:00-19:00']), week(['1234', '11:00-15:00'])),
  breakfast: hours(week([daily, '06:00-10:30'])),
  bakery: hours(week(['123456', '06:00-18:00'], ['7', '07:00-13:00']), week(['123456', '11:00-14:00'])),
  coffee: hours(week([workdays, '08:00-18:00'], ['67', '09:00-18:00']), week([daily, '11:30-15:00'])),
  early: hours(week([workdays, '06:30-13:15'], ['6', '07:00-12:45']), week([workdays, '11:00-13:00'])),
  market: hours(week(['246', '09:00-13:00']), week(['246', '11:00-13:00'])),
  weekend: hours(week(['67', '10:00-16:00']), week(['67', '11:30-15:00'])),
  nightBar: hours(week([daily, '22:00-02:00'])),
  lateBar: hours(week(['1234', '17:00-01:00'], ['56', '17:00-04:00'], ['7', '17:00-24:00'])),
  snackBar: hours(
    week(['1234', '10:00-23:00'], ['56', '10:00-05:00'], ['7', '12:00-22:00']),
    week([daily, '11:30-15:00']),
  ),
  evening: hours(week(['234567', '17:30-23:30'])),
} as const satisfies Readonly<Record<string, Hours>>;

/** Name of typical opening hours. */
export type HoursKey = keyof typeof HOURS;
