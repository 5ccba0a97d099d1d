import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addDays, instantOf, isOpenAt, isoWeekday } from '@mahlzeit/contract/rules';
import OpeningHours from 'opening_hours';
import * as z from 'zod';
import { cleanText } from '../record/feed-text';
import type { HoursLocation } from './read-osm-hours';
import { readOsmHoursByDay, type OsmHours } from './read-osm-hours';

// Real data from a folder outside of the repository, which may be missing.
const folder = resolve(__dirname, '../../../../../../../shared/data/osm');
const Extract = z.object({
  features: z.array(z.object({ properties: z.object({ opening_hours: z.string().optional() }) })),
});

// First day of two weeks that contain the change to summer time (night of 29 March) and Good Friday (3 April).
const FIRST_DAY = '2026-03-23';
const DAY_COUNT = 14;
const MINUTES_PER_DAY = 24 * 60;
const hoursLocation: HoursLocation = {
  location: { latitude: 48.14, longitude: 11.58 },
  region: { countryCode: 'DE', state: 'Bayern' },
};
const address = { lat: 48.14, lon: 11.58, address: { country_code: 'de', state: 'Bayern' } };

const allHours = (): string[] => {
  const files = readdirSync(folder).map((file) => Extract.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
  const values = files
    .flatMap(({ features }) => features)
    .flatMap(({ properties }) => cleanText(properties.opening_hours ?? ''));
  return [...new Set(values)].filter(Boolean);
};

interface ExpectedHours {
  readonly open: readonly (readonly [start: number, end: number])[];
  readonly doubtReason: 'openEnd' | 'comment' | null;
}

const dateOf = (minutes: number): Date => new Date(2026, 2, 23, 0, minutes);
const minuteOf = (date: Date): number =>
  Math.round(
    (Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes()) -
      Date.UTC(2026, 2, 23)) /
      60_000,
  );

const expectedHoursOf = (value: string): ExpectedHours | null => {
  try {
    const hours = new OpeningHours(value, address, {
      mode: 0,
      tag_key: 'opening_hours',
      map_value: undefined,
      warnings_severity: undefined,
      locale: 'en',
    });
    const intervals = hours.getOpenIntervals(dateOf(-2 * MINUTES_PER_DAY), dateOf((DAY_COUNT + 2) * MINUTES_PER_DAY));
    const doubts = intervals.filter(([, , isUnknown]) => isUnknown).map(([, , , comment]) => comment);
    const openIntervals = intervals.flatMap(([openingStart, openingEnd, isUnknown]) =>
      isUnknown ? [] : [[minuteOf(openingStart), minuteOf(openingEnd)] as const],
    );
    return {
      open: openIntervals,
      doubtReason:
        doubts.length === 0
          ? null
          : doubts.some((comment) => comment?.startsWith('Specified as open end'))
            ? 'openEnd'
            : 'comment',
    };
  } catch {
    return null;
  }
};

const isExpectedOpen = ({ open }: ExpectedHours, minute: number): boolean =>
  open.some(([start, end]) => start <= minute && minute < end);

// Excludes times around the clock change: the skipped hour doesn't exist, and a closing time in it moves to the next
// hour.
const isClockChange = (minute: number): boolean =>
  Math.floor(minute / MINUTES_PER_DAY) === 6 && minute % MINUTES_PER_DAY >= 120 && minute % MINUTES_PER_DAY < 240;

const probeMinutesOf = ({ open }: ExpectedHours): number[] => {
  const edgeMinutes = open.flat().flatMap((edge) => [edge - 1, edge]);
  const noonMinutes = Array.from({ length: DAY_COUNT }, (_, day) => day * MINUTES_PER_DAY + 12 * 60);
  return [...new Set([...edgeMinutes, ...noonMinutes])].filter(
    (minute) => minute >= 0 && minute < DAY_COUNT * MINUTES_PER_DAY && !isClockChange(minute),
  );
};

const days = Array.from({ length: DAY_COUNT }, (_, index) => addDays(FIRST_DAY, index));
const dayOfMinute = (minute: number): string => days[Math.floor(minute / MINUTES_PER_DAY)] ?? '';
const timeOfMinute = (minute: number): string =>
  `${String(Math.floor((minute % MINUTES_PER_DAY) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Returns the stored hours for each day. Date-dependent hours are parsed again each day, as the worker does. */
const storedHoursByDay = (value: string): ((day: string) => OsmHours | null) => {
  const hoursByDay = new Map<string, OsmHours>();
  const readForDay = readOsmHoursByDay(value, hoursLocation);
  const firstWeek = readForDay?.(FIRST_DAY) ?? null;
  return (day) => {
    if (readForDay === null || firstWeek?.isDated !== true) return firstWeek;
    const hours = hoursByDay.get(day) ?? readForDay(day);
    hoursByDay.set(day, hours);
    return hours;
  };
};

// Results by minute and by the hours of two days: the result depends only on a day and the previous one, so equal cases
// are checked once.
const openStateByKey = new Map<string, boolean>();
const isStoredOpen = ({ week }: OsmHours, minute: number): boolean => {
  const day = dayOfMinute(minute);
  const key = JSON.stringify([minute, week[isoWeekday(day)], week[isoWeekday(addDays(day, -1))]]);
  const isOpen =
    openStateByKey.get(key) ?? isOpenAt({ openingHours: week, restTime: null }, instantOf(day, timeOfMinute(minute)));
  openStateByKey.set(key, isOpen);
  return isOpen;
};

const findDisagreements = (
  value: string,
  expectedHours: ExpectedHours,
  storedHours: (day: string) => OsmHours | null,
): string[] =>
  probeMinutesOf(expectedHours).flatMap((minute) => {
    const hours = storedHours(dayOfMinute(minute));
    const isOpen = hours !== null && isStoredOpen(hours, minute);
    const isExpected = isExpectedOpen(expectedHours, minute);
    // If the package reports uncertain periods, our result may contain more periods, but must contain the certain ones.
    return isOpen === isExpected || (expectedHours.doubtReason !== null && isOpen)
      ? []
      : [
          `${value} | ${dayOfMinute(minute)} ${timeOfMinute(minute)}: ${isExpected ? 'open' : 'closed'}, stored as ${isOpen ? 'open' : 'closed'}`,
        ];
  });

(existsSync(folder) ? describe : describe.skip)(
  'opening hours of ../shared/data against the opening_hours package (skipped where that folder is absent)',
  () => {
    const values = existsSync(folder) ? allHours() : [];
    const expectedHoursByValue = new Map<string, ExpectedHours | null>();
    const readersByValue = new Map<string, (day: string) => OsmHours | null>();
    beforeAll(() => {
      for (const value of values) {
        expectedHoursByValue.set(value, expectedHoursOf(value));
        readersByValue.set(value, storedHoursByDay(value));
      }
    }, 240_000);

    it('agree at each change of two weeks with a clock change and a holiday', () => {
      expect(values.length).toBeGreaterThan(2000);
      expect(
        [...expectedHoursByValue].flatMap(([value, expectedHours]) =>
          expectedHours === null
            ? []
            : findDisagreements(value, expectedHours, readersByValue.get(value) ?? (() => null)),
        ),
      ).toEqual([]);
    }, 240_000);

    it('are left unread only where the package reads nothing', () => {
      const unreadValues = [...expectedHoursByValue]
        .filter(([, expectedHours]) => expectedHours === null)
        .map(([value]) => value);
      expect(unreadValues.filter((value) => readersByValue.get(value)?.(FIRST_DAY) !== null)).toEqual([]);
      expect(unreadValues).toHaveLength(7);
    });

    it('keep their text where a week can not say them: open ends, remarks, dates', () => {
      const hoursPairs = [...expectedHoursByValue].flatMap(([value, expectedHours]) =>
        expectedHours === null ? [] : [{ truth: expectedHours, hours: readersByValue.get(value)?.(FIRST_DAY) }],
      );
      const reasonCounts = { openEnd: 0, comment: 0, dated: 0 };
      for (const { truth: expectedHours, hours } of hoursPairs) {
        if (hours?.isDated === true) reasonCounts.dated += 1;
        else if (expectedHours.doubtReason !== null) reasonCounts[expectedHours.doubtReason] += 1;
        expect(hours?.isWhole).toBe(expectedHours.doubtReason === null && hours?.isDated === false);
      }
      expect(reasonCounts).toEqual({
        openEnd: expect.any(Number),
        comment: expect.any(Number),
        dated: expect.any(Number),
      });
      expect(reasonCounts.openEnd + reasonCounts.comment + reasonCounts.dated).toBeLessThan(hoursPairs.length / 4);
    });
  },
);
