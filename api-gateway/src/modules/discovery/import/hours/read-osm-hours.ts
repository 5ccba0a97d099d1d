import { isDeepStrictEqual } from 'node:util';
import type { Coordinate, DatedWeek, Week } from '@mahlzeit/contract';
import { addDays, instantOf, isoWeekday } from '@mahlzeit/contract/rules';
import OpeningHours from 'opening_hours';
import type { HolidayRegion, FindHolidayRegion } from '../../gazetteer';
import { createEmptyWeek } from '../record';

/** A period in wall clock time. Both ends are in minutes since midnight of the first day that was read. */
interface MinutePeriod {
  readonly start: number;
  readonly end: number;
}

/**
 * A period of opening hours with its certainty. `openEnd`: the end is a guess. `unknown`: it is unknown whether the
 * place is open at all.
 */
interface CertaintyPeriod extends MinutePeriod {
  readonly certainty: 'open' | 'openEnd' | 'unknown';
}

/** Place to which opening hours belong. */
export interface HoursLocation {
  readonly location: Coordinate;
  /**
   * Region that determines the public holidays; null when it is unknown: only the public holidays of all German states
   * count then.
   */
  readonly region: HolidayRegion | null;
}

/** Place to which opening hours belong, and the day on which they are read. */
export interface HoursPlace extends HoursLocation {
  /** Present day in Berlin, `YYYY-MM-DD`. */
  readonly today: string;
}

/** Opening hours of OpenStreetMap, converted to a week. */
export interface OsmHours {
  readonly week: Week;
  /**
   * Whether the week expresses everything that the text of the opening hours says. Otherwise the app also shows the
   * text.
   */
  readonly isWhole: boolean;
  /**
   * Days for which the week's hours are valid, where holidays, seasons or sunset change the hours; null for hours that
   * are the same in every week.
   */
  readonly datedWeek: DatedWeek | null;
  /** Whether the opening hours have to be parsed again each day. */
  readonly isDated: boolean;
}

/** Opening hours as the npm package opening_hours has parsed them. */
interface ParsedHours {
  /** Whether the opening hours are the same in all weeks. */
  readonly isWeekStable: boolean;
  /**
   * Returns the periods from midnight of `firstIsoDay` to midnight of `lastIsoDay`, in minutes since the first
   * midnight.
   */
  periods(firstIsoDay: string, lastIsoDay: string): CertaintyPeriod[];
  /** Returns the first opening from midnight of a day on, within a year; null without one. */
  firstOpeningFrom(isoDay: string): number | null;
}

const MINUTES_PER_DAY = 24 * 60;
const MS_PER_DAY = 86_400_000;
const DAYS_PER_WEEK = 7;

const formatTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

// Splits a period of 24 hours or more at each midnight, because a weekly range can't be that long. The rules for
// opening hours join adjacent ranges.
const splitPeriodAtMidnights = ({ start, end }: MinutePeriod): MinutePeriod[] => {
  if (end - start < MINUTES_PER_DAY) return [{ start, end }];
  const nextMidnightMinute = (Math.floor(start / MINUTES_PER_DAY) + 1) * MINUTES_PER_DAY;
  return [
    { start, end: nextMidnightMinute },
    ...(end > nextMidnightMinute ? splitPeriodAtMidnights({ start: nextMidnightMinute, end }) : []),
  ];
};

const endTimeOf = (endMinute: number): string =>
  endMinute % MINUTES_PER_DAY === 0 ? '24:00' : formatTime(endMinute % MINUTES_PER_DAY);

/**
 * Builds a week of opening hours for the seven days from `fromDay` on. The periods count from midnight of
 * `firstIsoDay`, which is before `fromDay`.
 */
const weekOfPeriods = (openPeriods: readonly MinutePeriod[], firstIsoDay: string, fromDay: string): Week => {
  const week = createEmptyWeek();
  for (const { start, end } of openPeriods.flatMap(splitPeriodAtMidnights)) {
    const isoDay = addDays(firstIsoDay, Math.floor(start / MINUTES_PER_DAY));
    if (isoDay < fromDay || isoDay >= addDays(fromDay, DAYS_PER_WEEK)) continue;
    week[isoWeekday(isoDay)].push({ start: formatTime(start % MINUTES_PER_DAY), end: endTimeOf(end) });
  }
  return week;
};

// Comment by which the package `opening_hours` marks a guessed closing time. The package is used in English, so the
// text never varies.
const OPEN_END_COMMENT = 'Specified as open end. Closing time was guessed.';

// Returns midnight of a day in the time zone of the process: the package `opening_hours` interprets such local dates as
// wall clock times of the place, whatever the zone.
const localMidnightOf = (isoDay: string): Date =>
  new Date(Number(isoDay.slice(0, 4)), Number(isoDay.slice(5, 7)) - 1, Number(isoDay.slice(8, 10)));

const minutesSince = (firstDate: Date, date: Date): number => {
  const dayCount = Math.round(
    (new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime() - firstDate.getTime()) / MS_PER_DAY,
  );
  // Ignores the seconds, because only sunset and sunrise have them.
  return dayCount * MINUTES_PER_DAY + date.getHours() * 60 + date.getMinutes();
};

const periodCertaintyOf = (isUnknown: boolean, comment: string | undefined): CertaintyPeriod['certainty'] => {
  if (!isUnknown) return 'open';
  return comment === OPEN_END_COMMENT ? 'openEnd' : 'unknown';
};

const instantOfLocalDate = (localDate: Date): number => {
  const midnight = new Date(localDate.getFullYear(), localDate.getMonth(), localDate.getDate());
  const isoDay = new Date(Date.UTC(localDate.getFullYear(), localDate.getMonth(), localDate.getDate()))
    .toISOString()
    .slice(0, 10);
  return instantOf(isoDay, formatTime(minutesSince(midnight, localDate)));
};

const DAYS_OF_A_YEAR = 366;
// Maximum number of changes between open and closed that are read. A place whose hours only change between uncertain
// states has many changes but no opening.
const MAX_STATE_CHANGES = 800;

const findFirstOpening = (openingHours: OpeningHours, isoDay: string): number | null => {
  const horizonDate = localMidnightOf(addDays(isoDay, DAYS_OF_A_YEAR));
  let date: Date | undefined = localMidnightOf(isoDay);
  for (let count = 0; count < MAX_STATE_CHANGES && date !== undefined && date < horizonDate; count++) {
    const isCertainlyOpen = openingHours.getState(date);
    const isOpenEnd = openingHours.getUnknown(date) && openingHours.getComment(date) === OPEN_END_COMMENT;
    if (isCertainlyOpen || isOpenEnd) return instantOfLocalDate(date);
    date = openingHours.getNextChange(date, horizonDate);
  }
  return null;
};

const OPENING_HOURS_PARSER_OPTIONS = {
  mode: 0,
  tag_key: 'opening_hours',
  map_value: undefined,
  warnings_severity: undefined,
  locale: 'en',
};

/** Parses a value of OpenStreetMap's key opening_hours; null for a value that can't be parsed. */
const parseOpeningHours = (value: string, { location, region }: HoursLocation): ParsedHours | null => {
  const nominatimAddress = { country_code: (region?.countryCode ?? 'DE').toLowerCase(), state: region?.state ?? '' };
  try {
    const parsedHours = new OpeningHours(
      value,
      { lat: location.latitude, lon: location.longitude, address: nominatimAddress },
      OPENING_HOURS_PARSER_OPTIONS,
    );
    return {
      isWeekStable: parsedHours.isWeekStable(),
      periods(firstIsoDay, lastIsoDay) {
        const firstDate = localMidnightOf(firstIsoDay);
        return parsedHours
          .getOpenIntervals(firstDate, localMidnightOf(lastIsoDay))
          .map(([intervalStartDate, intervalEndDate, isUnknown, comment]) => ({
            start: minutesSince(firstDate, intervalStartDate),
            end: minutesSince(firstDate, intervalEndDate),
            certainty: periodCertaintyOf(isUnknown, comment),
          }));
      },
      firstOpeningFrom: (isoDay) => findFirstOpening(parsedHours, isoDay),
    };
  } catch {
    // Returns null for a value that can't be parsed. The package `opening_hours` throws strings instead of errors for
    // it.
    return null;
  }
};

const holidaysByKey = new Map<string, readonly string[]>();

/** Returns the public holidays of a region within a year from `isoDay` on. */
const findHolidaysFrom = (isoDay: string, location: HoursLocation): readonly string[] => {
  const holidayCacheKey = JSON.stringify([isoDay, location.region]);
  const cachedDays = holidaysByKey.get(holidayCacheKey);
  if (cachedDays !== undefined) return cachedDays;
  const holidayPeriods = parseOpeningHours('PH 10:00-11:00', location)?.periods(isoDay, addDays(isoDay, 366)) ?? [];
  const holidayDays = holidayPeriods.map(({ start }) => addDays(isoDay, Math.floor(start / MINUTES_PER_DAY)));
  // Removes the cached holidays of earlier days, because only those of one present day are needed.
  if (holidaysByKey.size > 100) holidaysByKey.clear();
  holidaysByKey.set(holidayCacheKey, holidayDays);
  return holidayDays;
};

// Pattern that opening hours must match. A value with days but without times would mean open day and night, which no
// author intends, so it counts as unreadable.
const TIME_OR_STATE_PATTERN = /\d|\b(?:off|closed|open|sunrise|sunset|dawn|dusk)\b/i;
// Pattern of opening hours that depend on the date in other ways than by weekday and public holiday.
const SEASONAL_PATTERN =
  /\b(?:SH|easter|week|sunrise|sunset|dawn|dusk|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*|\d{4})\b|\[/i;
// Day in a week without public holidays in Germany, Austria and Switzerland, and without a clock change in any time
// zone.
const DAY_WITHOUT_HOLIDAYS = '2026-01-13';

/**
 * Returns the periods in which a place is certainly open. A period with an open end closes at its last named time, or
 * at the end of the day without one, so that a place that opens at 18:00 counts as open at 18:00. Other uncertain
 * periods („nach Vereinbarung“) don't count as open.
 */
const certainlyOpenPeriods = (certaintyPeriods: readonly CertaintyPeriod[]): MinutePeriod[] =>
  certaintyPeriods.flatMap(({ start, end, certainty }): MinutePeriod[] => {
    if (certainty === 'open') return [{ start, end }];
    const continuesOpenPeriod = certaintyPeriods.some(
      (adjacentPeriod) => adjacentPeriod.certainty === 'open' && adjacentPeriod.end === start,
    );
    // A period that starts at the first midnight continues the opening of the evening before.
    if (certainty === 'unknown' || continuesOpenPeriod || start === 0) return [];
    return [{ start, end: Math.min(end, (Math.floor(start / MINUTES_PER_DAY) + 1) * MINUTES_PER_DAY) }];
  });

const weekStartingOn = (hours: ParsedHours, fromDay: string): { week: Week; isCertain: boolean } => {
  const firstIsoDay = addDays(fromDay, -1);
  const stretches = hours.periods(firstIsoDay, addDays(fromDay, 9));
  return {
    week: weekOfPeriods(certainlyOpenPeriods(stretches), firstIsoDay, fromDay),
    isCertain: stretches.every(({ certainty }) => certainty === 'open'),
  };
};

const hasOrdinaryHoursOn = (hours: ParsedHours, weekWithoutHolidays: Week, isoDay: string): boolean => {
  const firstIsoDay = addDays(isoDay, -1);
  const week = weekOfPeriods(certainlyOpenPeriods(hours.periods(firstIsoDay, addDays(isoDay, 3))), firstIsoDay, isoDay);
  return isDeepStrictEqual(week[isoWeekday(isoDay)], weekWithoutHolidays[isoWeekday(isoDay)]);
};

/**
 * Checks whether opening hours depend on the date. „Mo-Su,PH 11:00-22:00“ mentions holidays but has the same hours on
 * them, so it doesn't.
 */
const doHoursDependOnDate = (hours: ParsedHours, value: string, hoursPlace: HoursPlace): boolean => {
  if (hours.isWeekStable) return false;
  if (SEASONAL_PATTERN.test(value)) return true;
  const weekWithoutHolidays = weekStartingOn(hours, DAY_WITHOUT_HOLIDAYS).week;
  return !findHolidaysFrom(hoursPlace.today, hoursPlace).every((isoDay) =>
    hasOrdinaryHoursOn(hours, weekWithoutHolidays, isoDay),
  );
};

/** Type of a function that returns the week of opening hours that is valid on a day in Berlin, `YYYY-MM-DD`. */
type OsmHoursByDay = (todayInBerlin: string) => OsmHours;

/** Parses a value of the key opening_hours with the npm package of that name; null for a value that can't be parsed. */
export const readOsmHoursByDay = (value: string, location: HoursLocation): OsmHoursByDay | null => {
  const hours = TIME_OR_STATE_PATTERN.test(value) ? parseOpeningHours(value, location) : null;
  if (hours === null) return null;
  return (todayInBerlin) => {
    const hasDateDependentHours = doHoursDependOnDate(hours, value, { ...location, today: todayInBerlin });
    const firstDay = hasDateDependentHours ? addDays(todayInBerlin, -1) : DAY_WITHOUT_HOLIDAYS;
    const { week, isCertain } = weekStartingOn(hours, firstDay);
    const nextOpening = hasDateDependentHours ? hours.firstOpeningFrom(addDays(firstDay, DAYS_PER_WEEK)) : null;
    const hasOpenings = Object.values(week).some((ranges) => ranges.length > 0);
    return {
      week,
      // „Dec 24-Jan 6 off“ alone names no hours at all, so it stays unknown when the place is open.
      datedWeek: hasDateDependentHours && (hasOpenings || nextOpening !== null) ? { firstDay, nextOpening } : null,
      isWhole: !hasDateDependentHours && isCertain,
      isDated: hasDateDependentHours,
    };
  };
};

/**
 * Parses opening hours for one day. If they depend on the date, the returned week starts yesterday, because last
 * night's period may still continue. The daily worker updates such weeks.
 */
export const readOsmHours = (value: string, hoursPlace: HoursPlace): OsmHours | null =>
  readOsmHoursByDay(value, hoursPlace)?.(hoursPlace.today) ?? null;

/** Parsed opening hours, and the region whose holidays were used. */
type HoursInRegion = OsmHours & { readonly region: HolidayRegion | null };

/** Type of a function that parses the opening hours of a place; null for a value that can't be parsed. */
export type ReadPlaceHours = (value: string, location: Coordinate) => Promise<HoursInRegion | null>;

const HOLIDAY_PATTERN = /\b(?:PH|SH)\b/i;
const SUN_PATTERN = /sunrise|sunset|dawn|dusk/i;

// Returns the cache key of parsed opening hours. The region matters only for holidays, and the coordinate only for the
// sun, to a tenth of a degree.
const cacheKeyOf = (value: string, region: HolidayRegion | null, { latitude, longitude }: Coordinate): string =>
  JSON.stringify([
    value,
    region,
    SUN_PATTERN.test(value) ? [Math.round(latitude * 10), Math.round(longitude * 10)] : null,
  ]);

/**
 * Creates a parser of opening hours with a cache. Thousands of places have the same hours, and the package
 * `opening_hours` takes milliseconds for each value.
 */
export const createHoursReader = ({
  today,
  regionOf: findHolidayRegion,
}: {
  today: string;
  regionOf: FindHolidayRegion;
}): ReadPlaceHours => {
  const hoursByCacheKey = new Map<string, OsmHours | null>();
  return async (value, location) => {
    const region = HOLIDAY_PATTERN.test(value) ? await findHolidayRegion(location) : null;
    const hoursCacheKey = cacheKeyOf(value, region, location);
    const hours =
      hoursByCacheKey.get(hoursCacheKey) ??
      (hoursByCacheKey.has(hoursCacheKey) ? null : readOsmHours(value, { location, region, today }));
    hoursByCacheKey.set(hoursCacheKey, hours);
    return hours === null ? null : { ...hours, region };
  };
};
