import type { Range, Week } from '@mahlzeit/contract';

/** Days of the week as ISO numbers, with the time ranges of these days. */
type DayRanges = readonly [days: string, ranges: string];

const rangesOf = (text: string): Range[] =>
  text.split(' ').map((range) => {
    const [start = '', end = ''] = range.split('-');
    return { start, end };
  });

const createWeek = (...dayRanges: readonly DayRanges[]): Week => {
  const hoursOn = (day: string): Range[] =>
    dayRanges.filter(([days]) => days.includes(day)).flatMap(([, ranges]) => rangesOf(ranges));
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

const NO_LUNCH = createWeek();
const createHours = (opening: Week, lunch: Week = NO_LUNCH): Hours => ({ opening, lunch });

const workdays = '12345';
const allDays = '1234567';

/** Typical opening hours by name. Together they produce every state of a menu on every weekday. */
export const HOURS = {
  always: createHours(createWeek([allDays, '00:00-24:00']), createWeek([allDays, '11:00-15:00'])),
  lunch: createHours(createWeek([workdays, '11:30-14:30']), createWeek([workdays, '11:30-14:30'])),
  lunchEarly: createHours(createWeek([workdays, '11:00-14:00']), createWeek([workdays, '11:00-14:00'])),
  lunchLong: createHours(createWeek([workdays, '11:00-16:00']), createWeek([workdays, '11:30-15:00'])),
  lunchShort: createHours(createWeek([workdays, '11:00-12:40']), createWeek([workdays, '11:00-12:30'])),
  canteen: createHours(createWeek([workdays, '07:30-15:00']), createWeek([workdays, '11:15-14:00'])),
  allDay: createHours(createWeek([allDays, '11:00-22:00']), createWeek([workdays, '11:30-15:00'])),
  lateDay: createHours(createWeek([allDays, '12:00-23:00']), createWeek([allDays, '12:00-15:30'])),
  split: createHours(createWeek(['123456', '11:30-15:00 17:30-22:30']), createWeek([workdays, '11:30-14:45'])),
  closedMonday: createHours(createWeek(['234567', '11:30-14:30 17:00-22:00']), createWeek(['2345', '11:30-14:30'])),
  closedTuesday: createHours(createWeek(['134567', '12:00-21:30']), createWeek(['1345', '12:00-15:00'])),
  closedWednesday: createHours(createWeek(['124567', '11:30-21:00']), createWeek(['1245', '11:30-14:30'])),
  closedThursday: createHours(createWeek(['123567', '11:00-20:00']), createWeek(['1235', '11:00-14:30'])),
  closedFriday: createHours(createWeek(['123467', '11:00-19:00']), createWeek(['1234', '11:00-15:00'])),
  breakfast: createHours(createWeek([allDays, '06:00-10:30'])),
  bakery: createHours(
    createWeek(['123456', '06:00-18:00'], ['7', '07:00-13:00']),
    createWeek(['123456', '11:00-14:00']),
  ),
  coffee: createHours(
    createWeek([workdays, '08:00-18:00'], ['67', '09:00-18:00']),
    createWeek([allDays, '11:30-15:00']),
  ),
  early: createHours(
    createWeek([workdays, '06:30-13:15'], ['6', '07:00-12:45']),
    createWeek([workdays, '11:00-13:00']),
  ),
  market: createHours(createWeek(['246', '09:00-13:00']), createWeek(['246', '11:00-13:00'])),
  weekend: createHours(createWeek(['67', '10:00-16:00']), createWeek(['67', '11:30-15:00'])),
  nightBar: createHours(createWeek([allDays, '22:00-02:00'])),
  lateBar: createHours(createWeek(['1234', '17:00-01:00'], ['56', '17:00-04:00'], ['7', '17:00-24:00'])),
  snackBar: createHours(
    createWeek(['1234', '10:00-23:00'], ['56', '10:00-05:00'], ['7', '12:00-22:00']),
    createWeek([allDays, '11:30-15:00']),
  ),
  evening: createHours(createWeek(['234567', '17:30-23:30'])),
} as const satisfies Readonly<Record<string, Hours>>;

/** Name of typical opening hours. */
export type HoursKey = keyof typeof HOURS;
