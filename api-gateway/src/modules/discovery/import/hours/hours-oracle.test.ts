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
const DAYS = 14;
const DAY = 24 * 60;
const place: HoursLocation = {
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
  readonly doubt: 'openEnd' | 'comment' | null;
}

const dateOf = (minutes: number): Date => new Date(2026, 2, 23, 0, minutes);
const minuteOf = (date: Date): number =>
  Math.round(
    (Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes()) -
      Date.UTC(2026, 2, 23)) /
      60_000,
  );

const truthOf = (value: string): ExpectedHours | null => {
  try {
    const hours = new OpeningHours(value, address, {
      mode: 0,
      tag_key: 'opening_hours',
      map_value: undefined,
      warnings_severity: undefined,
      locale: 'en',
    });
    const intervals = hours.getOpenIntervals(dateOf(-2 * DAY), dateOf((DAYS + 2) * DAY));
    const doubts = intervals.filter(([, , isUnknown]) => isUnknown).map(([, , , comment]) => comment);
    const openIntervals = intervals.flatMap(([openingStart, openingEnd, isUnknown]) =>
      isUnknown ? [] : [[minuteOf(openingStart), minuteOf(openingEnd)] as const],
    );
    return {
      open: openIntervals,
      doubt:
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

const isTrulyOpen = ({ open }: ExpectedHours, minute: number): boolean =>
  open.some(([start, end]) => start <= minute && minute < end);

// Excludes times around the clock change: the skipped hour doesn't exist, and a closing time in it moves to the next
// hour.
const isClockChange = (minute: number): boolean =>
  Math.floor(minute / DAY) === 6 && minute % DAY >= 120 && minute % DAY < 240;

const probesOf = ({ open }: ExpectedHours): number[] => {
  const edges = open.flat().flatMap((edge) => [edge - 1, edge]);
  const noons = Array.from({ length: DAYS }, (_, day) => day * DAY + 12 * 60);
  return [...new Set([...edges, ...noons])].filter(
    (minute) => minute >= 0 && minute < DAYS * DAY && !isClockChange(minute),
  );
};

const days = Array.from({ length: DAYS }, (_, index) => addDays(FIRST_DAY, index));
const dayAt = (minute: number): string => days[Math.floor(minute / DAY)] ?? '';
const timeAt = (minute: number): string =>
  `${String(Math.floor((minute % DAY) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Returns the stored hours for each day. Date-dependent hours are parsed again each day, as the worker does. */
const storedByDay = (value: string): ((day: string) => OsmHours | null) => {
  const byDay = new Map<string, OsmHours>();
  const read = readOsmHoursByDay(value, place);
  const firstWeek = read?.(FIRST_DAY) ?? null;
  return (day) => {
    if (read === null || firstWeek?.isDated !== true) return firstWeek;
    const hours = byDay.get(day) ?? read(day);
    byDay.set(day, hours);
    return hours;
  };
};

// Results by minute and by the hours of two days: the result depends only on a day and the previous one, so equal cases
// are checked once.
const answers = new Map<string, boolean>();
const isStoredOpen = ({ week }: OsmHours, minute: number): boolean => {
  const day = dayAt(minute);
  const key = JSON.stringify([minute, week[isoWeekday(day)], week[isoWeekday(addDays(day, -1))]]);
  const isOpen = answers.get(key) ?? isOpenAt({ openingHours: week, restTime: null }, instantOf(day, timeAt(minute)));
  answers.set(key, isOpen);
  return isOpen;
};

const disagreements = (
  value: string,
  expectedHours: ExpectedHours,
  storedHours: (day: string) => OsmHours | null,
): string[] =>
  probesOf(expectedHours).flatMap((minute) => {
    const hours = storedHours(dayAt(minute));
    const isOpen = hours !== null && isStoredOpen(hours, minute);
    const isTrue = isTrulyOpen(expectedHours, minute);
    // If the package reports uncertain periods, our result may contain more periods, but must contain the certain ones.
    return isOpen === isTrue || (expectedHours.doubt !== null && isOpen)
      ? []
      : [
          `${value} | ${dayAt(minute)} ${timeAt(minute)}: ${isTrue ? 'open' : 'closed'}, stored as ${isOpen ? 'open' : 'closed'}`,
        ];
  });

(existsSync(folder) ? describe : describe.skip)(
  'opening hours of ../shared/data against the opening_hours package (skipped where that folder is absent)',
  () => {
    const values = existsSync(folder) ? allHours() : [];
    const truths = new Map<string, ExpectedHours | null>();
    const readersByValue = new Map<string, (day: string) => OsmHours | null>();
    beforeAll(() => {
      for (const value of values) {
        truths.set(value, truthOf(value));
        readersByValue.set(value, storedByDay(value));
      }
    }, 240_000);

    it('agree at each change of two weeks with a clock change and a holiday', () => {
      expect(values.length).toBeGreaterThan(2000);
      expect(
        [...truths].flatMap(([value, expectedHours]) =>
          expectedHours === null ? [] : disagreements(value, expectedHours, readersByValue.get(value) ?? (() => null)),
        ),
      ).toEqual([]);
    }, 240_000);

    it('are left unread only where the package reads nothing', () => {
      const unread = [...truths].filter(([, expectedHours]) => expectedHours === null).map(([value]) => value);
      expect(unread.filter((value) => readersByValue.get(value)?.(FIRST_DAY) !== null)).toEqual([]);
      expect(unread).toHaveLength(7);
    });

    it('keep their text where a week can not say them: open ends, remarks, dates', () => {
      const readings = [...truths].flatMap(([value, expectedHours]) =>
        expectedHours === null ? [] : [{ truth: expectedHours, hours: readersByValue.get(value)?.(FIRST_DAY) }],
      );
      const reasons = { openEnd: 0, comment: 0, dated: 0 };
      for (const { truth: expectedHours, hours } of readings) {
        if (hours?.isDated === true) reasons.dated += 1;
        else if (expectedHours.doubt !== null) reasons[expectedHours.doubt] += 1;
        expect(hours?.isWhole).toBe(expectedHours.doubt === null && hours?.isDated === false);
      }
      expect(reasons).toEqual({ openEnd: expect.any(Number), comment: expect.any(Number), dated: expect.any(Number) });
      expect(reasons.openEnd + reasons.comment + reasons.dated).toBeLessThan(readings.length / 4);
    });
  },
);
