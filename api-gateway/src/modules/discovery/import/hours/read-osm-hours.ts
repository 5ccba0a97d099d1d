import { isDeepStrictEqual } from 'node:util';
import type { Week } from '@mahlzeit/contract';
import { addDays, isoWeekday } from '@mahlzeit/contract/rules';
import { holidaysFrom, parseOpeningHours, type HoursLocation, type KnownStretch, type ParsedHours } from './opening-hours-package';
import { weekOfStretches, type Stretch } from './week-of-intervals';

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

// A value that names days without any time would be open day and night, which nobody means.
const SAYS_A_TIME = /\d|\b(?:off|closed|open|sunrise|sunset|dawn|dusk)\b/i;
// Whatever depends on more of the date than weekday and holiday.
const SEASONAL = /\b(?:SH|easter|week|sunrise|sunset|dawn|dusk|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*|\d{4})\b|\[/i;
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
  return { week: weekOfStretches(certainStretches(stretches), firstDay, fromDay), isCertain: stretches.every(({ certainty }) => certainty === 'open') };
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
export type OsmHoursByDay = (today: string) => OsmHours;

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
 * Reads hours for one day. Where the weeks differ, it is the week from yesterday on: yesterday's night may still go on, and
 * a reading of each day keeps it true.
 */
export const readOsmHours = (value: string, place: HoursPlace): OsmHours | null => readOsmHoursByDay(value, place)?.(place.today) ?? null;
