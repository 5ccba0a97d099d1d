import type { Range, Restaurant, RestTime, Week } from '../restaurant';
import type { Day, Ms } from '../values';
import { addDays, berlinDay, instantOf, isoWeekday, minuteMs, nextMidnight, startOfDay } from './day';

/** What decides when a place is open: fields of Restaurant. */
export interface Hours {
  readonly openingHours: Week;
  readonly restTime: RestTime | null;
}

/** What decides until when one can order: fields of Restaurant. */
export type OrderTimes = Pick<Restaurant, 'openingHours' | 'restTime' | 'lunchTimes' | 'orderForerunMinutes'>;

/** A stretch of time, the end excluded. */
export interface Opening {
  readonly start: Ms;
  readonly end: Ms;
}

const closingSoonMs = 45 * minuteMs;
const weekLength = 7;
/** S2§9: no order for sooner than that. */
const shortestLead = 15;

const isRestDay = (restTime: RestTime | null, day: Day): boolean =>
  restTime !== null && restTime.start <= day && day <= restTime.end;

/** S1§4: whether `now` lies within the holiday closure, whose last day counts whole. */
export const isResting = ({ restTime }: Pick<Hours, 'restTime'>, now: Ms): boolean =>
  isRestDay(restTime, berlinDay(now));

/** The ranges that begin on a day of the week that `day` is, as they are written. */
export const rangesOn = ({ openingHours }: Pick<Hours, 'openingHours'>, day: Day): readonly Range[] =>
  openingHours[isoWeekday(day)];

/** S1§4: an end at or before the start, 00:00 included, lies on the next day. */
const openingOf = (range: Range, day: Day): Opening => ({
  start: instantOf(day, range.start),
  end: range.end > range.start ? instantOf(day, range.end) : instantOf(addDays(day, 1), range.end),
});

/** A night before a holiday closure ends at its first midnight; a night that would begin within it does not happen. */
const openingsBeginningOn = (hours: Hours, day: Day): Opening[] => {
  if (isRestDay(hours.restTime, day)) return [];
  const tomorrow = addDays(day, 1);
  const limit = isRestDay(hours.restTime, tomorrow) ? startOfDay(tomorrow) : Infinity;
  return rangesOn(hours, day)
    .map((range) => openingOf(range, day))
    .map(({ start, end }) => ({ start, end: Math.min(end, limit) }));
};

/** Ranges that touch or overlap are one opening; so are the two sides of midnight. */
const merge = (openings: readonly Opening[]): Opening[] => {
  const merged: Opening[] = [];
  for (const opening of [...openings].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && opening.start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, opening.end) };
    else merged.push(opening);
  }
  return merged;
};

const openingsFrom = (hours: Hours, firstDay: Day, days: number): Opening[] =>
  merge(
    Array.from({ length: days }, (_, index) => addDays(firstDay, index)).flatMap((day) =>
      openingsBeginningOn(hours, day),
    ),
  );

const openingAt = (hours: Hours, now: Ms, days: number): Opening | undefined =>
  openingsFrom(hours, addDays(berlinDay(now), -1), days).find(({ start, end }) => start <= now && now < end);

/** Whether the place is open at an instant, nights that began yesterday included. */
export const isOpenAt = (hours: Hours, now: Ms): boolean => openingAt(hours, now, 2) !== undefined;

/**
 * When the opening that runs now ends, over midnight and adjacent ranges; null while closed and where it never ends.
 */
export const closingAt = (hours: Hours, now: Ms): Ms | null => {
  // A day more than a week: an opening that still runs then has met itself and goes round for ever.
  const days = weekLength + 3;
  const end = openingAt(hours, now, days)?.end;
  if (end === undefined) return null;
  const horizon = startOfDay(addDays(berlinDay(now), days - 2));
  return end > horizon ? null : end;
};

/** When the place opens next after now, the current opening aside; null where it never does. */
export const nextOpening = (hours: Hours, now: Ms): Ms | null => {
  const firstDay = addDays(berlinDay(now), -1);
  const starts = [
    firstDay,
    ...(hours.restTime && hours.restTime.end >= firstDay ? [addDays(hours.restTime.end, 1)] : []),
  ];
  for (const day of starts) {
    const next = openingsFrom(hours, day, weekLength + 2).find(({ start }) => start > now);
    if (next) return next.start;
  }
  return null;
};

/** S1§3: open now, or opening again before midnight. */
export const isStillOpenToday = (hours: Hours, now: Ms): boolean =>
  openingsFrom(hours, addDays(berlinDay(now), -1), 2).some(({ start, end }) => now < end && start < nextMidnight(now));

/** S1§9: within the last 45 minutes before the place really closes, be it for a break or for the day. */
export const isClosingSoon = (hours: Hours, now: Ms): boolean => {
  const closing = closingAt(hours, now);
  return closing !== null && closing - now <= closingSoonMs;
};

/** What of the openings lies within the day of `now`. */
const openingsOfDay = (hours: Hours, now: Ms): readonly Opening[] => {
  const today = berlinDay(now);
  const [dayStart, dayEnd] = [startOfDay(today), nextMidnight(now)];
  return openingsFrom(hours, addDays(today, -1), 2)
    .map(({ start, end }) => ({ start: Math.max(start, dayStart), end: Math.min(end, dayEnd) }))
    .filter(({ start, end }) => start < end);
};

/** How long before a meal it must be ordered, in minutes: what the kitchen needs, a quarter of an hour at least. */
export const orderLeadMinutes = ({ orderForerunMinutes }: Pick<Restaurant, 'orderForerunMinutes'>): number =>
  Math.max(shortestLead, orderForerunMinutes);

const lastOrderFor = (place: OrderTimes, served: readonly Opening[]): Ms | null => {
  const end = Math.max(...served.map((opening) => opening.end));
  return served.length === 0 ? null : end - orderLeadMinutes(place) * minuteMs;
};

/**
 * Orders are for today: when ordering for today ends. Before that moment one can order, from it on no more; null where
 * nothing is served today.
 */
export const orderingEndsAt = (place: OrderTimes, now: Ms): Ms | null => lastOrderFor(place, openingsOfDay(place, now));

const within = (served: readonly Opening[], openings: readonly Opening[]): Opening[] =>
  served
    .flatMap(({ start, end }) =>
      openings.map((opening) => ({ start: Math.max(start, opening.start), end: Math.min(end, opening.end) })),
    )
    .filter(({ start, end }) => start < end);

/** What decides when lunch is served: fields of Restaurant. */
export type LunchHours = Pick<Restaurant, 'openingHours' | 'restTime' | 'lunchTimes'>;

/** Whether lunch is on at `now` by its times alone, the opening hours aside. */
export const isWithinLunchTimes = ({ lunchTimes, restTime }: LunchHours, now: Ms): boolean =>
  openingsBeginningOn({ openingHours: lunchTimes, restTime }, berlinDay(now)).some(
    ({ start, end }) => start <= now && now < end,
  );

/**
 * When lunch is served on the day of `now`, as far as the place is open then; null where it names no lunch times for
 * that day.
 */
export const lunchServedOn = (place: LunchHours, now: Ms): readonly Opening[] | null => {
  if (rangesOn({ openingHours: place.lunchTimes }, berlinDay(now)).length === 0) return null;
  return within(
    openingsOfDay({ openingHours: place.lunchTimes, restTime: place.restTime }, now),
    openingsOfDay(place, now),
  );
};

/** The same for the meal types that are lunch: served within the lunch times, where the place names any for today. */
export const lunchOrderingEndsAt = (place: OrderTimes, now: Ms): Ms | null =>
  lastOrderFor(place, lunchServedOn(place, now) ?? openingsOfDay(place, now));
