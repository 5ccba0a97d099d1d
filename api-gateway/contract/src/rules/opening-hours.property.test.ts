import * as fc from 'fast-check';
import type { Range, Week } from '../restaurant';
import { berlinDay, isoWeekday, minuteMs, minuteOfDay, startOfDay } from './day';
import { closingAt, isOpenAt, nextOpeningAt } from './opening-hours';

const quarterHourMs = 15 * minuteMs;
const minutesPerDay = 1440;

const timeArbitrary = fc
  .integer({ min: 0, max: 95 })
  .map(
    (quarterIndex) =>
      `${String(Math.floor(quarterIndex / 4)).padStart(2, '0')}:${String((quarterIndex % 4) * 15).padStart(2, '0')}`,
  );
const rangeArbitrary: fc.Arbitrary<Range> = fc.record({
  start: timeArbitrary,
  end: fc.oneof(timeArbitrary, fc.constant('24:00')),
});
const rangesArbitrary = fc.array(rangeArbitrary, { maxLength: 3 });
const weekArbitrary: fc.Arbitrary<Week> = fc.record({
  1: rangesArbitrary,
  2: rangesArbitrary,
  3: rangesArbitrary,
  4: rangesArbitrary,
  5: rangesArbitrary,
  6: rangesArbitrary,
  7: rangesArbitrary,
});
// Instants in weeks without a clock change, so that local minutes equal real minutes.
const instantArbitrary = fc
  .integer({ min: 0, max: 28 * minutesPerDay - 1 })
  .map((minuteOffset) => startOfDay('2026-06-01') + minuteOffset * minuteMs);

/**
 * Slow reference implementation for tests: splits every range of the opening hours at midnight and checks a single
 * instant.
 */
const isOpenBySplitting = (hours: Week, now: number): boolean => {
  const currentMinute = (now - startOfDay(berlinDay(now))) / minuteMs;
  const todayWeekday = isoWeekday(berlinDay(now));
  const yesterdayWeekday = isoWeekday(berlinDay(now - minutesPerDay * minuteMs));
  const endsTomorrow = ({ start, end }: Range): boolean => end <= start;
  return (
    hours[todayWeekday].some(
      (hoursRange) =>
        currentMinute >= minuteOfDay(hoursRange.start) &&
        (endsTomorrow(hoursRange) || currentMinute < minuteOfDay(hoursRange.end)),
    ) ||
    hours[yesterdayWeekday].some(
      (hoursRange) => endsTomorrow(hoursRange) && currentMinute < minuteOfDay(hoursRange.end),
    )
  );
};

/**
 * Returns the first quarter of an hour in the next week at which `isMatchingQuarter` is true; null without one. In
 * these tests opening hours begin and end at quarters of an hour, so a check of each quarter misses nothing.
 */
const firstQuarterHourFrom = (now: number, isMatchingQuarter: (quarterStart: number) => boolean): number | null => {
  const firstQuarterStart = Math.floor(now / quarterHourMs) * quarterHourMs + quarterHourMs;
  for (
    let quarterStart = firstQuarterStart;
    quarterStart <= now + 7 * minutesPerDay * minuteMs;
    quarterStart += quarterHourMs
  ) {
    if (isMatchingQuarter(quarterStart)) return quarterStart;
  }
  return null;
};

describe('opening hours, compared with a check of every moment', () => {
  it('T01 agree on the open state', () => {
    fc.assert(
      fc.property(weekArbitrary, instantArbitrary, (openingHours, now) => {
        expect(isOpenAt({ openingHours, restTime: null }, now)).toBe(isOpenBySplitting(openingHours, now));
      }),
      { numRuns: 1000 },
    );
  });

  it('T02 agree on the closing time', () => {
    fc.assert(
      fc.property(weekArbitrary, instantArbitrary, (openingHours, now) => {
        fc.pre(isOpenBySplitting(openingHours, now));
        expect(closingAt({ openingHours, restTime: null }, now)).toBe(
          firstQuarterHourFrom(now, (quarterStart) => !isOpenBySplitting(openingHours, quarterStart)),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('agree on the next opening', () => {
    fc.assert(
      fc.property(weekArbitrary, instantArbitrary, (openingHours, now) => {
        const isOpeningQuarter = (quarterStart: number): boolean =>
          isOpenBySplitting(openingHours, quarterStart) && !isOpenBySplitting(openingHours, quarterStart - minuteMs);
        expect(nextOpeningAt({ openingHours, restTime: null }, now)).toBe(firstQuarterHourFrom(now, isOpeningQuarter));
      }),
      { numRuns: 100 },
    );
  });
});
