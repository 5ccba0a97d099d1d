import type { Range, Week } from '@mahlzeit/contract';

/**
 * Opening hours of some days of the week: the days as ISO digits, for example `12345`, and the time ranges of these
 * days.
 */
type DayRanges = readonly [days: string, ranges: string];

const rangesOf = (rangesText: string): Range[] =>
  rangesText.split(' ').map((rangeText) => {
    const [startTime = '', endTime = ''] = rangeText.split('-');
    return { start: startTime, end: endTime };
  });

const createWeekHours = (...dayRanges: readonly DayRanges[]): Week => {
  const rangesOnDay = (day: string): Range[] =>
    dayRanges
      .filter(([weekdayDigits]) => weekdayDigits.includes(day))
      .flatMap(([, rangesText]) => rangesOf(rangesText));
  return {
    1: rangesOnDay('1'),
    2: rangesOnDay('2'),
    3: rangesOnDay('3'),
    4: rangesOnDay('4'),
    5: rangesOnDay('5'),
    6: rangesOnDay('6'),
    7: rangesOnDay('7'),
  };
};

interface PlaceHours {
  readonly opening: Week;
  readonly lunch: Week;
}

const NO_LUNCH = createWeekHours();
const createHours = (opening: Week, lunch: Week = NO_LUNCH): PlaceHours => ({ opening, lunch });

const workdayDigits = '12345';
const allDayDigits = '1234567';

/** Typical opening hours by name. With them, every state of a menu occurs on every weekday. */
export const HOURS_BY_KEY = {
  always: createHours(createWeekHours([allDayDigits, '00:00-24:00']), createWeekHours([allDayDigits, '11:00-15:00'])),
  lunch: createHours(createWeekHours([workdayDigits, '11:30-14:30']), createWeekHours([workdayDigits, '11:30-14:30'])),
  lunchEarly: createHours(
    createWeekHours([workdayDigits, '11:00-14:00']),
    createWeekHours([workdayDigits, '11:00-14:00']),
  ),
  lunchLong: createHours(
    createWeekHours([workdayDigits, '11:00-16:00']),
    createWeekHours([workdayDigits, '11:30-15:00']),
  ),
  lunchShort: createHours(
    createWeekHours([workdayDigits, '11:00-12:40']),
    createWeekHours([workdayDigits, '11:00-12:30']),
  ),
  canteen: createHours(
    createWeekHours([workdayDigits, '07:30-15:00']),
    createWeekHours([workdayDigits, '11:15-14:00']),
  ),
  allDay: createHours(createWeekHours([allDayDigits, '11:00-22:00']), createWeekHours([workdayDigits, '11:30-15:00'])),
  lateDay: createHours(createWeekHours([allDayDigits, '12:00-23:00']), createWeekHours([allDayDigits, '12:00-15:30'])),
  split: createHours(
    createWeekHours(['123456', '11:30-15:00 17:30-22:30']),
    createWeekHours([workdayDigits, '11:30-14:45']),
  ),
  closedMonday: createHours(
    createWeekHours(['234567', '11:30-14:30 17:00-22:00']),
    createWeekHours(['2345', '11:30-14:30']),
  ),
  closedTuesday: createHours(createWeekHours(['134567', '12:00-21:30']), createWeekHours(['1345', '12:00-15:00'])),
  closedWednesday: createHours(createWeekHours(['124567', '11:30-21:00']), createWeekHours(['1245', '11:30-14:30'])),
  closedThursday: createHours(createWeekHours(['123567', '11:00-20:00']), createWeekHours(['1235', '11:00-14:30'])),
  closedFriday: createHours(createWeekHours(['123467', '11:00-19:00']), createWeekHours(['1234', '11:00-15:00'])),
  breakfast: createHours(createWeekHours([allDayDigits, '06:00-10:30'])),
  bakery: createHours(
    createWeekHours(['123456', '06:00-18:00'], ['7', '07:00-13:00']),
    createWeekHours(['123456', '11:00-14:00']),
  ),
  coffee: createHours(
    createWeekHours([workdayDigits, '08:00-18:00'], ['67', '09:00-18:00']),
    createWeekHours([allDayDigits, '11:30-15:00']),
  ),
  early: createHours(
    createWeekHours([workdayDigits, '06:30-13:15'], ['6', '07:00-12:45']),
    createWeekHours([workdayDigits, '11:00-13:00']),
  ),
  market: createHours(createWeekHours(['246', '09:00-13:00']), createWeekHours(['246', '11:00-13:00'])),
  weekend: createHours(createWeekHours(['67', '10:00-16:00']), createWeekHours(['67', '11:30-15:00'])),
  nightBar: createHours(createWeekHours([allDayDigits, '22:00-02:00'])),
  lateBar: createHours(createWeekHours(['1234', '17:00-01:00'], ['56', '17:00-04:00'], ['7', '17:00-24:00'])),
  snackBar: createHours(
    createWeekHours(['1234', '10:00-23:00'], ['56', '10:00-05:00'], ['7', '12:00-22:00']),
    createWeekHours([allDayDigits, '11:30-15:00']),
  ),
  evening: createHours(createWeekHours(['234567', '17:30-23:30'])),
} as const satisfies Readonly<Record<string, PlaceHours>>;

/** Name of typical opening hours. Each demo restaurant gets its opening hours by such a name. */
export type HoursKey = keyof typeof HOURS_BY_KEY;
