import type { Coordinate } from '@mahlzeit/contract';
import { addDays } from '@mahlzeit/contract/rules';
import OpeningHours from 'opening_hours';
import type { HolidayRegion } from './holiday-region';
import type { Stretch } from './week-of-intervals';

/** Where hours are read. */
export interface HoursLocation {
  readonly location: Coordinate;
  /** Decides on public holidays; null = unknown, then there are only those of all of Germany. */
  readonly region: HolidayRegion | null;
}

/** A stretch of wall clock time and what is known of it: a closing time may be made up, or all of it a maybe. */
export interface KnownStretch extends Stretch {
  readonly certainty: 'open' | 'openEnd' | 'unknown';
}

/** Hours that the package has read. */
export interface ParsedHours {
  /** Whether every week is the same. */
  readonly isWeekStable: boolean;
  /** The stretches from the first midnight to the last, counted from the first. */
  stretches(firstDay: string, lastDay: string): KnownStretch[];
}

// What the package says of a closing time that it made up. It is asked in English, so the words are fixed.
const OPEN_END = 'Specified as open end. Closing time was guessed.';
const MINUTES_A_DAY = 24 * 60;
const MS_A_DAY = 86_400_000;

// The package reads wall clocks off local dates, whatever zone the process is in; so it is asked with them and answers in them.
const localDate = (day: string): Date => new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));

const minutesSince = (first: Date, date: Date): number => {
  const days = Math.round((new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime() - first.getTime()) / MS_A_DAY);
  // Sunset comes with seconds, which are dropped.
  return days * MINUTES_A_DAY + date.getHours() * 60 + date.getMinutes();
};

const certaintyOf = (isUnknown: boolean, comment: string | undefined): KnownStretch['certainty'] => {
  if (!isUnknown) return 'open';
  return comment === OPEN_END ? 'openEnd' : 'unknown';
};

const OPTIONS = { mode: 0, tag_key: 'opening_hours', map_value: undefined, warnings_severity: undefined, locale: 'en' };

/** Reads a value of the key opening_hours; null where the package can't. */
export const parseOpeningHours = (value: string, { location, region }: HoursLocation): ParsedHours | null => {
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
    // The package throws texts, not errors, at whatever it can't read; which is expected here and told by null.
    return null;
  }
};

const known = new Map<string, readonly string[]>();

/** The public holidays of a region in the year that begins on a day. */
export const holidaysFrom = (day: string, at: HoursLocation): readonly string[] => {
  const key = JSON.stringify([day, at.region]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const stretches = parseOpeningHours('PH 10:00-11:00', at)?.stretches(day, addDays(day, 366)) ?? [];
  const days = stretches.map(({ start }) => addDays(day, Math.floor(start / MINUTES_A_DAY)));
  // One day's questions are all there is to remember.
  if (known.size > 100) known.clear();
  known.set(key, days);
  return days;
};
