import type { Restaurant } from '../restaurant';
import type { Ms } from '../values';
import type { Opening } from './opening-hours';
import { openingsOfDay } from './opening-hours';

const minuteMs = 60_000;
/** S2§9: no order for sooner than that. */
const shortestLead = 15;

/** What decides until when one can order: fields of Restaurant. */
export type OrderTimes = Pick<Restaurant, 'openingHours' | 'restTime' | 'lunchTimes' | 'orderForerunMinutes'>;

/** How long before a meal it must be ordered, in minutes: what the kitchen needs, a quarter of an hour at least. */
export const orderLeadMinutes = ({ orderForerunMinutes }: Pick<Restaurant, 'orderForerunMinutes'>): number => Math.max(shortestLead, orderForerunMinutes);

const lastOrderFor = (place: OrderTimes, served: readonly Opening[]): Ms | null => {
  const end = Math.max(...served.map((opening) => opening.end));
  return served.length === 0 ? null : end - orderLeadMinutes(place) * minuteMs;
};

/** Orders are for today: when ordering for today ends. Before that moment one can order, from it on no more; null where nothing is served today. */
export const orderingEndsAt = (place: OrderTimes, now: Ms): Ms | null => lastOrderFor(place, openingsOfDay(place, now));

const within = (served: readonly Opening[], openings: readonly Opening[]): Opening[] =>
  served.flatMap(({ start, end }) => openings.map((opening) => ({ start: Math.max(start, opening.start), end: Math.min(end, opening.end) }))).filter(({ start, end }) => start < end);

/** The same for the meal types that are lunch: served within the lunch times, where the place names any for today. */
export const lunchOrderingEndsAt = (place: OrderTimes, now: Ms): Ms | null => {
  const openings = openingsOfDay(place, now);
  const lunch = openingsOfDay({ openingHours: place.lunchTimes, restTime: place.restTime }, now);
  return lastOrderFor(place, lunch.length === 0 ? openings : within(lunch, openings));
};
