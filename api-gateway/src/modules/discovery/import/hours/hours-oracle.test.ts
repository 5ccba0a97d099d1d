import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addDays, instantOf, isOpenAt, isoWeekday } from '@mahlzeit/contract/rules';
import OpeningHours from 'opening_hours';
import * as z from 'zod';
import { cleanText } from '../record/feed-text';
import type { HoursLocation } from './read-osm-hours';
import { readOsmHoursByDay, type OsmHours } from './read-osm-hours';

// Real OpenStreetMap data for the test, in a folder outside of the repository, which may be missing.
const osmFolder = resolve(__dirname, '../../../../../../../shared/data/osm');
const OsmExtract = z.object({
  features: z.array(z.object({ properties: z.object({ opening_hours: z.string().optional() }) })),
});

// First day of the compared two weeks, which contain the change to summer time (night of 29 March) and Good Friday (3
// April).
const FIRST_COMPARED_DAY = '2026-03-23';
const COMPARED_DAY_COUNT = 14;
const MINUTES_PER_DAY = 24 * 60;
const hoursLocation: HoursLocation = {
  location: { latitude: 48.14, longitude: 11.58 },
  region: { countryCode: 'DE', state: 'Bayern' },
};
const nominatimAddress = { lat: 48.14, lon: 11.58, address: { country_code: 'de', state: 'Bayern' } };

const readAllHoursTexts = (): string[] => {
  const osmExtracts = readdirSync(osmFolder).map((fileName) =>
    OsmExtract.parse(JSON.parse(readFileSync(join(osmFolder, fileName), 'utf8'))),
  );
  const hoursTexts = osmExtracts
    .flatMap(({ features }) => features)
    .flatMap(({ properties }) => cleanText(properties.opening_hours ?? ''));
  return [...new Set(hoursTexts)].filter(Boolean);
};

interface ExpectedHours {
  readonly open: readonly (readonly [start: number, end: number])[];
  readonly doubtReason: 'openEnd' | 'comment' | null;
}

const dateOf = (minuteOfPeriod: number): Date => new Date(2026, 2, 23, 0, minuteOfPeriod);
const minuteOf = (date: Date): number =>
  Math.round(
    (Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes()) -
      Date.UTC(2026, 2, 23)) /
      60_000,
  );

const expectedHoursOf = (value: string): ExpectedHours | null => {
  try {
    const oracleHours = new OpeningHours(value, nominatimAddress, {
      mode: 0,
      tag_key: 'opening_hours',
      map_value: undefined,
      warnings_severity: undefined,
      locale: 'en',
    });
    const oracleIntervals = oracleHours.getOpenIntervals(
      dateOf(-2 * MINUTES_PER_DAY),
      dateOf((COMPARED_DAY_COUNT + 2) * MINUTES_PER_DAY),
    );
    const doubtComments = oracleIntervals.filter(([, , isUnknown]) => isUnknown).map(([, , , comment]) => comment);
    const openIntervals = oracleIntervals.flatMap(([openingStart, openingEnd, isUnknown]) =>
      isUnknown ? [] : [[minuteOf(openingStart), minuteOf(openingEnd)] as const],
    );
    return {
      open: openIntervals,
      doubtReason:
        doubtComments.length === 0
          ? null
          : doubtComments.some((comment) => comment?.startsWith('Specified as open end'))
            ? 'openEnd'
            : 'comment',
    };
  } catch {
    return null;
  }
};

const isExpectedOpen = ({ open }: ExpectedHours, minuteOfPeriod: number): boolean =>
  open.some(
    ([openingStartMinute, openingEndMinute]) =>
      openingStartMinute <= minuteOfPeriod && minuteOfPeriod < openingEndMinute,
  );

// Leaves out times around the clock change: the skipped hour doesn't exist, and a closing time in it moves to the next
// hour.
const isClockChange = (minute: number): boolean =>
  Math.floor(minute / MINUTES_PER_DAY) === 6 && minute % MINUTES_PER_DAY >= 120 && minute % MINUTES_PER_DAY < 240;

const probeMinutesOf = ({ open }: ExpectedHours): number[] => {
  const edgeMinutes = open.flat().flatMap((edgeMinute) => [edgeMinute - 1, edgeMinute]);
  const noonMinutes = Array.from({ length: COMPARED_DAY_COUNT }, (_, day) => day * MINUTES_PER_DAY + 12 * 60);
  return [...new Set([...edgeMinutes, ...noonMinutes])].filter(
    (minute) => minute >= 0 && minute < COMPARED_DAY_COUNT * MINUTES_PER_DAY && !isClockChange(minute),
  );
};

const days = Array.from({ length: COMPARED_DAY_COUNT }, (_, index) => addDays(FIRST_COMPARED_DAY, index));
const dayOfMinute = (minute: number): string => days[Math.floor(minute / MINUTES_PER_DAY)] ?? '';
const timeOfMinute = (minute: number): string =>
  `${String(Math.floor((minute % MINUTES_PER_DAY) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/**
 * Returns a function from a day to the hours that the product stores for it. Date-dependent hours are parsed again each
 * day, as the worker does.
 */
const storedHoursByDay = (value: string): ((day: string) => OsmHours | null) => {
  const hoursByDay = new Map<string, OsmHours>();
  const readHoursForDay = readOsmHoursByDay(value, hoursLocation);
  const firstParsedHours = readHoursForDay?.(FIRST_COMPARED_DAY) ?? null;
  return (day) => {
    if (readHoursForDay === null || firstParsedHours?.isDated !== true) return firstParsedHours;
    const hoursOnDay = hoursByDay.get(day) ?? readHoursForDay(day);
    hoursByDay.set(day, hoursOnDay);
    return hoursOnDay;
  };
};

// Cache of results by minute and by the hours of two days. The result depends only on a day and the previous one, so
// equal cases are checked once.
const isOpenByComparisonKey = new Map<string, boolean>();
const isStoredOpen = ({ week }: OsmHours, minute: number): boolean => {
  const day = dayOfMinute(minute);
  const comparisonKey = JSON.stringify([minute, week[isoWeekday(day)], week[isoWeekday(addDays(day, -1))]]);
  const isStoredAsOpen =
    isOpenByComparisonKey.get(comparisonKey) ??
    isOpenAt({ openingHours: week, restTime: null }, instantOf(day, timeOfMinute(minute)));
  isOpenByComparisonKey.set(comparisonKey, isStoredAsOpen);
  return isStoredAsOpen;
};

const findDisagreements = (
  value: string,
  oracleHours: ExpectedHours,
  storedHours: (day: string) => OsmHours | null,
): string[] =>
  probeMinutesOf(oracleHours).flatMap((minute) => {
    const hoursOfDay = storedHours(dayOfMinute(minute));
    const isStoredAsOpen = hoursOfDay !== null && isStoredOpen(hoursOfDay, minute);
    const isExpectedToBeOpen = isExpectedOpen(oracleHours, minute);
    // Where the package `opening_hours` reports uncertain periods, the product's result may contain more periods, but
    // must contain the certain ones.
    return isStoredAsOpen === isExpectedToBeOpen || (oracleHours.doubtReason !== null && isStoredAsOpen)
      ? []
      : [
          `${value} | ${dayOfMinute(minute)} ${timeOfMinute(minute)}: ${isExpectedToBeOpen ? 'open' : 'closed'}, stored as ${isStoredAsOpen ? 'open' : 'closed'}`,
        ];
  });

(existsSync(osmFolder) ? describe : describe.skip)(
  'opening hours of ../shared/data against the opening_hours package (skipped where that folder is absent)',
  () => {
    const hoursTexts = existsSync(osmFolder) ? readAllHoursTexts() : [];
    const expectedHoursByValue = new Map<string, ExpectedHours | null>();
    const hoursReaderByText = new Map<string, (day: string) => OsmHours | null>();
    beforeAll(() => {
      for (const value of hoursTexts) {
        expectedHoursByValue.set(value, expectedHoursOf(value));
        hoursReaderByText.set(value, storedHoursByDay(value));
      }
    }, 240_000);

    it('agree at each change of two weeks with a clock change and a holiday', () => {
      expect(hoursTexts.length).toBeGreaterThan(2000);
      expect(
        [...expectedHoursByValue].flatMap(([value, expectedHours]) =>
          expectedHours === null
            ? []
            : findDisagreements(value, expectedHours, hoursReaderByText.get(value) ?? (() => null)),
        ),
      ).toEqual([]);
    }, 240_000);

    it('are left unread only where the package reads nothing', () => {
      const unreadValues = [...expectedHoursByValue]
        .filter(([, expectedHours]) => expectedHours === null)
        .map(([value]) => value);
      expect(unreadValues.filter((value) => hoursReaderByText.get(value)?.(FIRST_COMPARED_DAY) !== null)).toEqual([]);
      expect(unreadValues).toHaveLength(7);
    });

    it('keep their text where a week can not say them: open ends, remarks, dates', () => {
      const expectedAndStoredHours = [...expectedHoursByValue].flatMap(([value, expectedHours]) =>
        expectedHours === null
          ? []
          : [{ truth: expectedHours, hours: hoursReaderByText.get(value)?.(FIRST_COMPARED_DAY) }],
      );
      const reasonCounts = { openEnd: 0, comment: 0, dated: 0 };
      for (const { truth: expectedHours, hours } of expectedAndStoredHours) {
        if (hours?.isDated === true) reasonCounts.dated += 1;
        else if (expectedHours.doubtReason !== null) reasonCounts[expectedHours.doubtReason] += 1;
        expect(hours?.isWhole).toBe(expectedHours.doubtReason === null && hours?.isDated === false);
      }
      expect(reasonCounts).toEqual({
        openEnd: expect.any(Number),
        comment: expect.any(Number),
        dated: expect.any(Number),
      });
      expect(reasonCounts.openEnd + reasonCounts.comment + reasonCounts.dated).toBeLessThan(
        expectedAndStoredHours.length / 4,
      );
    });
  },
);
