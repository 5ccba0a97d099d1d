import * as fc from 'fast-check';
import type { Range, Week } from '../restaurant';
import { berlinDay, isoWeekday, minuteMs, minuteOfDay, startOfDay } from './day';
import { closingAt, isOpenAt, nextOpening } from './opening-hours';

const quarterMs = 15 * minuteMs;
const dayMinutes = 1440;

const time = fc
  .integer({ min: 0, max: 95 })
  .map(
    (quarter) => `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
  );
const range: fc.Arbitrary<Range> = fc.record({ start: time, end: fc.oneof(time, fc.constant('24:00')) });
const ranges = fc.array(range, { maxLength: 3 });
const week: fc.Arbitrary<Week> = fc.record({
  1: ranges,
  2: ranges,
  3: ranges,
  4: ranges,
  5: ranges,
  6: ranges,
  7: ranges,
});
// Instants in weeks without a clock change, so that local minutes equal real minutes.
const instant = fc
  .integer({ min: 0, max: 28 * dayMinutes - 1 })
  .map((minute) => startOfDay('2026-06-01') + minute * minuteMs);

/** Slow reference implementation: splits every range at midnight and checks a single instant. */
const isOpenBySplitting = (hours: Week, now: number): boolean => {
  const minute = (now - startOfDay(berlinDay(now))) / minuteMs;
  const today = isoWeekday(berlinDay(now));
  const yesterday = isoWeekday(berlinDay(now - dayMinutes * minuteMs));
  const endsTomorrow = ({ start, end }: Range): boolean => end <= start;
  return (
    hours[today].some(
      (entry) => minute >= minuteOfDay(entry.start) && (endsTomorrow(entry) || minute < minuteOfDay(entry.end)),
    ) || hours[yesterday].some((entry) => endsTomorrow(entry) && minute < minuteOfDay(entry.end))
  );
};

/**
 * Returns the first quarter of an hour in the next week at which `holds` is true; null without one. Hours begin and end
 * at quarters, so a check of each quarter misses nothing.
 */
const firstQuarter = (now: number, holds: (later: number) => boolean): number | null => {
  const first = Math.floor(now / quarterMs) * quarterMs + quarterMs;
  for (let later = first; later <= now + 7 * dayMinutes * minuteMs; later += quarterMs) {
    if (holds(later)) return later;
  }
  return null;
};

describe('opening hours, compared with a check of every moment', () => {
  it('T01 agree on the open state', () => {
    fc.assert(
      fc.property(week, instant, (openingHours, now) => {
        expect(isOpenAt({ openingHours, restTime: null }, now)).toBe(isOpenBySplitting(openingHours, now));
      }),
      { numRuns: 1000 },
    );
  });

  it('T02 agree on the closing time', () => {
    fc.assert(
      fc.property(week, instant, (openingHours, now) => {
        fc.pre(isOpenBySplitting(openingHours, now));
        expect(closingAt({ openingHours, restTime: null }, now)).toBe(
          firstQuarter(now, (later) => !isOpenBySplitting(openingHours, later)),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('agree on the next opening', () => {
    fc.assert(
      fc.property(week, instant, (openingHours, now) => {
        const isOpening = (later: number): boolean =>
          isOpenBySplitting(openingHours, later) && !isOpenBySplitting(openingHours, later - minuteMs);
        expect(nextOpening({ openingHours, restTime: null }, now)).toBe(firstQuarter(now, isOpening));
      }),
      { numRuns: 100 },
    );
  });
});
