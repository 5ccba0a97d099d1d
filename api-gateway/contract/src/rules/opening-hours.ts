import type { DatedWeek, Range, Restaurant, RestTime, Week } from '../restaurant';
import type { Day, Ms } from '../values';
import { addDays, berlinDay, instantOf, isoWeekday, minuteMs, nextMidnight, startOfDay } from './day';

/** Fields of Restaurant that decide when a place is open. */
export interface Hours {
  readonly openingHours: Week;
  readonly restTime: RestTime | null;
  /** The week for which `openingHours` hold; null or absent when they hold in every week. */
  readonly datedWeek?: DatedWeek | null | undefined;
}

/** A period of time in which a place is open. The end doesn't belong to it. */
export interface Opening {
  readonly start: Ms;
  readonly end: Ms;
}

const closingSoonMs = 45 * minuteMs;
const daysPerWeek = 7;
/** Minimum number of minutes between order and meal (S2§9). */
const MIN_ORDER_LEAD_MINUTES = 15;

const isRestDay = (restTime: RestTime | null, day: Day): boolean =>
  restTime !== null && restTime.start <= day && day <= restTime.end;

/** Checks whether `now` is within the holiday closure (S1§4), which includes its whole last day. */
export const isResting = ({ restTime }: Pick<Hours, 'restTime'>, now: Ms): boolean =>
  isRestDay(restTime, berlinDay(now));

const lastDayOf = ({ firstDay }: DatedWeek): Day => addDays(firstDay, daysPerWeek - 1);

/** Checks whether the opening hours of a place hold on a day: always, unless the hours differ between weeks. */
const holdsOn = ({ datedWeek }: Pick<Hours, 'datedWeek'>, day: Day): boolean =>
  !datedWeek || (datedWeek.firstDay <= day && day <= lastDayOf(datedWeek));

/** Checks whether a day lies between a place's dated week and its next opening: the place is closed on such a day. */
const isBeforeNextOpening = ({ datedWeek }: Pick<Hours, 'datedWeek'>, day: Day): boolean =>
  !!datedWeek && datedWeek.nextOpening !== null && day > lastDayOf(datedWeek) && day < berlinDay(datedWeek.nextOpening);

/**
 * Checks whether the opening hours of a place are unknown on the day of an instant: it has no hours at all, hours as a
 * text only, or hours for other dates. Such a place is never called closed. A holiday closure is known independent of
 * the hours.
 */
export const areHoursUnknown = (hours: Hours, instant: Ms): boolean => {
  const day = berlinDay(instant);
  if (hours.datedWeek) return !holdsOn(hours, day) && !isBeforeNextOpening(hours, day);
  return Object.values(hours.openingHours).every((ranges) => ranges.length === 0);
};

/** Returns the ranges of the opening hours that begin on `day`; none for a day outside of the dated week. */
export const rangesOn = (
  { openingHours, datedWeek }: Pick<Hours, 'openingHours' | 'datedWeek'>,
  day: Day,
): readonly Range[] => (holdsOn({ datedWeek }, day) ? openingHours[isoWeekday(day)] : []);

/**
 * Converts a range of opening hours on a day to instants (S1§4). An end at or before the start, including 00:00, is on
 * the next day.
 */
const openingOf = (range: Range, day: Day): Opening => ({
  start: instantOf(day, range.start),
  end: range.end > range.start ? instantOf(day, range.end) : instantOf(addDays(day, 1), range.end),
});

/**
 * Returns the openings of a place that begin on a day. A holiday closure cuts an opening across midnight at the first
 * midnight of the closure; an opening that would begin within the closure is left out.
 */
const openingsBeginningOn = (hours: Hours, day: Day): Opening[] => {
  if (isRestDay(hours.restTime, day)) return [];
  const tomorrow = addDays(day, 1);
  const closureStart = isRestDay(hours.restTime, tomorrow) ? startOfDay(tomorrow) : Infinity;
  return rangesOn(hours, day)
    .map((range) => openingOf(range, day))
    .map(({ start, end }) => ({ start, end: Math.min(end, closureStart) }));
};

/** Merges openings of a place that touch or overlap, also across midnight. */
const mergeOpenings = (openings: readonly Opening[]): Opening[] => {
  const mergedOpenings: Opening[] = [];
  for (const opening of [...openings].sort((a, b) => a.start - b.start)) {
    const lastOpening = mergedOpenings.at(-1);
    if (lastOpening && opening.start <= lastOpening.end)
      mergedOpenings[mergedOpenings.length - 1] = {
        start: lastOpening.start,
        end: Math.max(lastOpening.end, opening.end),
      };
    else mergedOpenings.push(opening);
  }
  return mergedOpenings;
};

const openingsFrom = (hours: Hours, firstDay: Day, dayCount: number): Opening[] =>
  mergeOpenings(
    Array.from({ length: dayCount }, (_, index) => addDays(firstDay, index)).flatMap((day) =>
      openingsBeginningOn(hours, day),
    ),
  );

const openingAt = (hours: Hours, now: Ms, dayCount: number): Opening | undefined =>
  openingsFrom(hours, addDays(berlinDay(now), -1), dayCount).find(({ start, end }) => start <= now && now < end);

/** Checks whether the place is open at an instant, including nights that began yesterday. */
export const isOpenAt = (hours: Hours, now: Ms): boolean => openingAt(hours, now, 2) !== undefined;

/**
 * Returns the instant at which a place closes, across midnight and adjacent ranges; null while it is closed, and for a
 * place that never closes.
 */
export const closingAt = (hours: Hours, now: Ms): Ms | null => {
  // Days that the search for the closing time covers: more than a week, because an opening that has not ended after a
  // week repeats every week and never ends.
  const dayCount = daysPerWeek + 3;
  const openingEnd = openingAt(hours, now, dayCount)?.end;
  if (openingEnd === undefined) return null;
  const searchHorizon = startOfDay(addDays(berlinDay(now), dayCount - 2));
  // The hours after a dated week are unknown, so an opening that lasts until its end may go on.
  const datedEnd = hours.datedWeek ? startOfDay(addDays(lastDayOf(hours.datedWeek), 1)) : Infinity;
  return openingEnd > searchHorizon || openingEnd >= datedEnd ? null : openingEnd;
};

// A holiday closure may cover the opening that follows a dated week. The opening after the closure is then unknown.
const openingAfterDatedWeek = ({ datedWeek, restTime }: Hours, now: Ms): Ms | null => {
  const nextOpening = datedWeek?.nextOpening ?? null;
  return nextOpening !== null && nextOpening > now && !isRestDay(restTime, berlinDay(nextOpening)) ? nextOpening : null;
};

/**
 * Returns the start of a place's next opening, after the current one if it is open; null when no next opening is known.
 */
export const nextOpeningAt = (hours: Hours, now: Ms): Ms | null => {
  const firstDay = addDays(berlinDay(now), -1);
  const searchStartDays = [
    firstDay,
    ...(hours.restTime && hours.restTime.end >= firstDay ? [addDays(hours.restTime.end, 1)] : []),
  ];
  for (const day of searchStartDays) {
    const laterOpening = openingsFrom(hours, day, daysPerWeek + 2).find(({ start }) => start > now);
    if (laterOpening) return laterOpening.start;
  }
  return openingAfterDatedWeek(hours, now);
};

/** Checks whether the place is open now or opens again before midnight (S1§3). */
export const isStillOpenToday = (hours: Hours, now: Ms): boolean =>
  openingsFrom(hours, addDays(berlinDay(now), -1), 2).some(({ start, end }) => now < end && start < nextMidnight(now));

/** Checks whether a place is closed now and opens within the given time. */
export const opensWithin = (hours: Hours, now: Ms, durationMs: Ms): boolean =>
  !isOpenAt(hours, now) &&
  openingsFrom(hours, addDays(berlinDay(now), -1), 3).some(({ start }) => start > now && start - now <= durationMs);

/** Checks whether the place closes within 45 minutes (S1§9), for a break or for the day. */
export const isClosingSoon = (hours: Hours, now: Ms): boolean => {
  const closingTime = closingAt(hours, now);
  return closingTime !== null && closingTime - now <= closingSoonMs;
};

/** Returns the openings of a place on the day of `now`, cut at midnight. */
const openingsOfDay = (hours: Hours, now: Ms): readonly Opening[] => {
  const today = berlinDay(now);
  const [dayStart, dayEnd] = [startOfDay(today), nextMidnight(now)];
  return openingsFrom(hours, addDays(today, -1), 2)
    .map(({ start, end }) => ({ start: Math.max(start, dayStart), end: Math.min(end, dayEnd) }))
    .filter(({ start, end }) => start < end);
};

/**
 * Returns the minutes by which an order must precede the meal: the kitchen's lead time, at least a quarter of an hour.
 */
export const orderLeadMinutes = ({ orderForerunMinutes }: Pick<Restaurant, 'orderForerunMinutes'>): number =>
  Math.max(MIN_ORDER_LEAD_MINUTES, orderForerunMinutes);

const intersectOpenings = (servedOpenings: readonly Opening[], openings: readonly Opening[]): Opening[] =>
  servedOpenings
    .flatMap(({ start, end }) =>
      openings.map((opening) => ({ start: Math.max(start, opening.start), end: Math.min(end, opening.end) })),
    )
    .filter(({ start, end }) => start < end);

/** Fields of Restaurant that decide when lunch is served. */
export type LunchHours = Pick<Restaurant, 'openingHours' | 'restTime' | 'lunchTimes' | 'datedWeek'>;

/** Checks whether `now` is within the lunch times, regardless of the opening hours. */
export const isWithinLunchTimes = ({ lunchTimes, restTime }: LunchHours, now: Ms): boolean =>
  openingsBeginningOn({ openingHours: lunchTimes, restTime }, berlinDay(now)).some(
    ({ start, end }) => start <= now && now < end,
  );

/**
 * Returns the periods of lunch on the day of `now`, limited to the opening hours; null without lunch times for that
 * day.
 */
export const lunchOpeningsOn = (place: LunchHours, now: Ms): readonly Opening[] | null => {
  if (rangesOn({ openingHours: place.lunchTimes }, berlinDay(now)).length === 0) return null;
  return intersectOpenings(
    openingsOfDay({ openingHours: place.lunchTimes, restTime: place.restTime }, now),
    openingsOfDay(place, now),
  );
};
