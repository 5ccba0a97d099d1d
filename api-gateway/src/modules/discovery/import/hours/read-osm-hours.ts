import { isDeepStrictEqual } from 'node:util';
import type { Coordinate, Week } from '@mahlzeit/contract';
import { addDays, isoWeekday } from '@mahlzeit/contract/rules';
import OpeningHours from 'opening_hours';
import type { HolidayRegion, RegionOf } from '../../gazetteer';
import { emptyWeek } from '../record';

/** A stretch of wall clock time: minutes since the first midnight of the days that were read. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A stretch of wall clock time and what is known of it: a closing time may be made up, or all of it a maybe. */
interface KnownStretch extends Stretch {
  readonly certainty: 'open' | 'openEnd' | 'unknown';
}

/** Where hours are read. */
export interface HoursLocation {
  readonly location: Coordinate;
  /** Decides on public holidays; null = unknown, then there are only those of all of Germany. */
  readonly region: HolidayRegion | null;
}

/** Where and when hours are read. */
export interface HoursPlace extends HoursLocation {
  /** The day in Berlin. */
  readonly today: string;
}

/** Opening hours of OpenStreetMap as a week. */
export interface OsmHours {
  readonly week: Week;
  /** Whether the week says all that the text does; else the text has to stay beside it. */
  readonly isWhole: boolean;
  /** Whether other days make another week: holidays, seasons, sunset. */
  readonly isDated: boolean;
}

/** Hours that the package has read. */
interface ParsedHours {
  /** Whether every week is the same. */
  readonly isWeekStable: boolean;
  /** The stretches from the first midnight to the last, counted from the first. */
  stretches(firstDay: string, lastDay: string): KnownStretch[];
}

const MINUTES_A_DAY = 24 * 60;
const MS_A_DAY = 86_400_000;

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

// A range can't say „a whole day and longer“, so such a stretch is cut at each midnight; the rules join what touches.
const cutAtMidnights = ({ start, end }: Stretch): Stretch[] => {
  if (end - start < MINUTES_A_DAY) return [{ start, end }];
  const midnight = (Math.floor(start / MINUTES_A_DAY) + 1) * MINUTES_A_DAY;
  return [{ start, end: midnight }, ...(end > midnight ? cutAtMidnights({ start: midnight, end }) : [])];
};

const endOf = (end: number): string => (end % MINUTES_A_DAY === 0 ? '24:00' : timeOf(end % MINUTES_A_DAY));

/**
 * The week that `stretches` make, counted from the midnight of `firstDay`: of the seven days from `fromDay` on, which
 * lies later.
 */
const weekOfStretches = (stretches: readonly Stretch[], firstDay: string, fromDay: string): Week => {
  const week = emptyWeek();
  for (const { start, end } of stretches.flatMap(cutAtMidnights)) {
    const day = addDays(firstDay, Math.floor(start / MINUTES_A_DAY));
    if (day < fromDay || day >= addDays(fromDay, 7)) continue;
    week[isoWeekday(day)].push({ start: timeOf(start % MINUTES_A_DAY), end: endOf(end) });
  }
  return week;
};

// What the package says of a closing time that it made up. It is asked in English, so the words are fixed.
const OPEN_END = 'Specified as open end. Closing time was guessed.';

// The package reads wall clocks off local dates, whatever zone the process is in; so it is asked with them and answers
// in them.
const localDate = (day: string): Date =>
  new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));

const minutesSince = (first: Date, date: Date): number => {
  const days = Math.round(
    (new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime() - first.getTime()) / MS_A_DAY,
  );
  // Sunset comes with seconds, which are dropped.
  return days * MINUTES_A_DAY + date.getHours() * 60 + date.getMinutes();
};

const certaintyOf = (isUnknown: boolean, comment: string | undefined): KnownStretch['certainty'] => {
  if (!isUnknown) return 'open';
  return comment === OPEN_END ? 'openEnd' : 'unknown';
};

const OPTIONS = { mode: 0, tag_key: 'opening_hours', map_value: undefined, warnings_severity: undefined, locale: 'en' };

/** Reads a value of the key opening_hours; null where the package can't. */
const parseOpeningHours = (value: string, { location, region }: HoursLocation): ParsedHours | null => {
  const address = { country_code: (region?.countryCode ?? 'DE').toLowerCase(), state: region?.state ?? '' };
  try {
    const hours = new OpeningHours(value, { lat: location.latitude, lon: location.longitude, address }, OPTIONS);
    return {
      isWeekStable: hours.isWeekStable(),
      stretches(firstDay, lastDay) {
        const first = localDate(firstDay);
        return hours.getOpenIntervals(first, localDate(lastDay)).map(([from, to, isUnknown, comment]) => ({
          start: minutesSince(first, from),
          end: minutesSince(first, to),
          certainty: certaintyOf(isUnknown, comment),
        }));
      },
    };
  } catch {
    // The package throws texts, not errors, at whatever it can't read. That is expected here: the answer is null.
    return null;
  }
};

const knownHolidays = new Map<string, readonly string[]>();

/** The public holidays of a region in the year that begins on a day. */
const holidaysFrom = (day: string, at: HoursLocation): readonly string[] => {
  const key = JSON.stringify([day, at.region]);
  const before = knownHolidays.get(key);
  if (before !== undefined) return before;
  const stretches = parseOpeningHours('PH 10:00-11:00', at)?.stretches(day, addDays(day, 366)) ?? [];
  const days = stretches.map(({ start }) => addDays(day, Math.floor(start / MINUTES_A_DAY)));
  // One day's questions are all there is to remember.
  if (knownHolidays.size > 100) knownHolidays.clear();
  knownHolidays.set(key, days);
  return days;
};

// A value that names days without any time would be open day and night, which nobody means.
const SAYS_A_TIME = /\d|\b(?:off|closed|open|sunrise|sunset|dawn|dusk)\b/i;
// Whatever depends on more of the date than weekday and holiday.
const SEASONAL =
  /\b(?:SH|easter|week|sunrise|sunset|dawn|dusk|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*|\d{4})\b|\[/i;
// In this week no place of ours has a holiday, and no zone on earth changes its clocks.
const ORDINARY_DAY = '2026-01-13';

/**
 * Where the end is open, the last time that is named holds; where none is, the day's end, so that a place that opens at
 * 18:00 counts as open at 18:00. What else is unknown („nach Vereinbarung“) is not called open.
 */
const certainStretches = (stretches: readonly KnownStretch[]): Stretch[] =>
  stretches.flatMap(({ start, end, certainty }): Stretch[] => {
    if (certainty === 'open') return [{ start, end }];
    const goesOn = stretches.some((other) => other.certainty === 'open' && other.end === start);
    // At the first midnight it is what is left of the evening before.
    if (certainty === 'unknown' || goesOn || start === 0) return [];
    return [{ start, end: Math.min(end, (Math.floor(start / MINUTES_A_DAY) + 1) * MINUTES_A_DAY) }];
  });

const weekFrom = (hours: ParsedHours, fromDay: string): { week: Week; isCertain: boolean } => {
  const firstDay = addDays(fromDay, -1);
  const stretches = hours.stretches(firstDay, addDays(fromDay, 9));
  return {
    week: weekOfStretches(certainStretches(stretches), firstDay, fromDay),
    isCertain: stretches.every(({ certainty }) => certainty === 'open'),
  };
};

const isLikeAnyDay = (hours: ParsedHours, ordinary: Week, day: string): boolean => {
  const firstDay = addDays(day, -1);
  const week = weekOfStretches(certainStretches(hours.stretches(firstDay, addDays(day, 3))), firstDay, day);
  return isDeepStrictEqual(week[isoWeekday(day)], ordinary[isoWeekday(day)]);
};

/** „Mo-Su,PH 11:00-22:00“ speaks of holidays, but they are like any other day. */
const heedsTheDate = (hours: ParsedHours, value: string, place: HoursPlace): boolean => {
  if (hours.isWeekStable) return false;
  if (SEASONAL.test(value)) return true;
  const ordinary = weekFrom(hours, ORDINARY_DAY).week;
  return !holidaysFrom(place.today, place).every((day) => isLikeAnyDay(hours, ordinary, day));
};

/** Hours that are read and can be asked for the week of any day in Berlin. */
type OsmHoursByDay = (today: string) => OsmHours;

/** Reads a value of the key opening_hours through the package of that name; null where it can't be read. */
export const readOsmHoursByDay = (value: string, location: HoursLocation): OsmHoursByDay | null => {
  const hours = SAYS_A_TIME.test(value) ? parseOpeningHours(value, location) : null;
  if (hours === null) return null;
  return (today) => {
    const isDated = heedsTheDate(hours, value, { ...location, today });
    const { week, isCertain } = weekFrom(hours, isDated ? addDays(today, -1) : ORDINARY_DAY);
    return { week, isDated, isWhole: !isDated && isCertain };
  };
};

/**
 * Reads hours for one day. Where the weeks differ, it is the week from yesterday on: yesterday's night may still go on,
 * and a reading of each day keeps it true.
 */
export const readOsmHours = (value: string, place: HoursPlace): OsmHours | null =>
  readOsmHoursByDay(value, place)?.(place.today) ?? null;

/** Hours of a place, with the region whose holidays they follow. */
type PlacedHours = OsmHours & { readonly region: HolidayRegion | null };

/** Reads the hours of a place; null where they can't be read. */
export type ReadHours = (value: string, location: Coordinate) => Promise<PlacedHours | null>;

const HOLIDAYS = /\b(?:PH|SH)\b/i;
const SUN = /sunrise|sunset|dawn|dusk/i;

// The region matters to holidays alone, and the place itself, to a tenth of a degree, to the sun alone.
const keyOf = (value: string, region: HolidayRegion | null, { latitude, longitude }: Coordinate): string =>
  JSON.stringify([value, region, SUN.test(value) ? [Math.round(latitude * 10), Math.round(longitude * 10)] : null]);

/** A reader that remembers: thousands of places share their hours, and the package takes milliseconds for each. */
export const createHoursReader = ({ today, regionOf }: { today: string; regionOf: RegionOf }): ReadHours => {
  const known = new Map<string, OsmHours | null>();
  return async (value, location) => {
    const region = HOLIDAYS.test(value) ? await regionOf(location) : null;
    const key = keyOf(value, region, location);
    const hours = known.get(key) ?? (known.has(key) ? null : readOsmHours(value, { location, region, today }));
    known.set(key, hours);
    return hours === null ? null : { ...hours, region };
  };
};
