import type { Offer } from '../menu';
import type { Restaurant } from '../restaurant';
import type { Cents, Ms } from '../values';
import { berlinDay, minuteMs } from './day';
import { areHoursUnknown, isOpenAt, isWithinLunchTimes, lunchOpeningsOn } from './opening-hours';
import type { LunchHours, Opening } from './opening-hours';
import { dayState, drinksMealTypeName, isLunchMealType, offersOnDay } from './restaurant';

/** Fields of a restaurant that decide about lunch today: the hours and the dishes. Only today's dishes count. */
export type LunchPlace = LunchHours & Pick<Restaurant, 'offers'>;

/**
 * Returns today's dishes of a lunch meal type, in the menu's order. Without a dish of this type, returns all dishes
 * except drinks (S1§9).
 */
export const lunchOffers = ({ offers }: Pick<Restaurant, 'offers'>): readonly Offer[] => {
  const lunchDishes = offers.filter(({ baseName }) => isLunchMealType(baseName));
  return lunchDishes.length > 0 ? lunchDishes : offers.filter(({ baseName }) => baseName !== drinksMealTypeName);
};

/** Returns the cheapest lunch dish of a place today; null without one. */
export const cheapestLunch = (place: Pick<Restaurant, 'offers'>): Offer | null =>
  lunchOffers(place).reduce<Offer | null>(
    (cheapestOffer, offer) => (cheapestOffer === null || offer.price < cheapestOffer.price ? offer : cheapestOffer),
    null,
  );

/**
 * Checks whether a place serves nothing more today. Lists show such a place in pale colours, with its next opening
 * instead of prices.
 */
export const servesNothingMoreToday = ({ dayState: todayState }: Pick<Restaurant, 'dayState'>): boolean =>
  todayState === 'resting' || todayState === 'restDay' || todayState === 'closed';

/** State of today's lunch at a place. All instants are of today. */
export type LunchState =
  /** Lunch is served later today. `from` and `until` are the beginning and the end of the next serving. */
  | { readonly kind: 'later'; readonly from: Ms; readonly until: Ms }
  /** Lunch is served now. `minutes` is the time left until `until`: whole minutes, at least one. */
  | { readonly kind: 'serving'; readonly until: Ms; readonly minutes: number }
  /** Lunch was served today and is over. */
  | { readonly kind: 'over' }
  /** Lunch is served today at unknown times; only the opening hours are known. */
  | { readonly kind: 'untimed' }
  /** No lunch is served today. */
  | { readonly kind: 'none' };

/** Returns today's periods of lunch. Of a place with unknown opening hours, the lunch times alone decide. */
const lunchOpeningsToday = (place: LunchHours, now: Ms): readonly Opening[] | null =>
  lunchOpeningsOn(areHoursUnknown(place, now) ? { ...place, openingHours: place.lunchTimes } : place, now);

const lunchStateOf = (openings: readonly Opening[], now: Ms): LunchState => {
  if (openings.length === 0) return { kind: 'none' };
  const nextOpening = openings.find(({ end }) => now < end);
  if (nextOpening === undefined) return { kind: 'over' };
  if (now < nextOpening.start) return { kind: 'later', from: nextOpening.start, until: nextOpening.end };
  return { kind: 'serving', until: nextOpening.end, minutes: Math.ceil((nextOpening.end - now) / minuteMs) };
};

/**
 * Returns the state of lunch at an instant, from lunch times within the opening hours and today's dishes of a lunch
 * meal type.
 */
export const lunchStateAt = (place: LunchPlace, now: Ms): LunchState => {
  if (!offersOnDay(place.offers, berlinDay(now)).some(({ baseName }) => isLunchMealType(baseName)))
    return { kind: 'none' };
  const todayState = dayState(place, now);
  if (todayState === 'resting' || todayState === 'restDay') return { kind: 'none' };
  const openings = lunchOpeningsToday(place, now);
  if (openings !== null) return lunchStateOf(openings, now);
  return { kind: todayState === 'closed' ? 'over' : 'untimed' };
};

/**
 * Returns the price in cents of the cheapest lunch for cards, map and searches; null when no lunch is available any
 * more today. The dishes of the given place must be those of today, with present prices.
 */
export const lunchPriceAt = (place: LunchPlace & Pick<Restaurant, 'dayState'>, now: Ms): Cents | null =>
  servesNothingMoreToday(place) || lunchStateAt(place, now).kind === 'over'
    ? null
    : (cheapestLunch(place)?.price ?? null);

/**
 * Checks whether lunch dishes are available at an instant: during the lunch times of the day, and always when hours are
 * unknown or lunch times are missing.
 */
export const isLunchServedAt = (place: LunchHours, instant: Ms): boolean => {
  const openings = areHoursUnknown(place, instant) ? null : lunchOpeningsOn(place, instant);
  return openings === null || openings.some(({ start, end }) => start <= instant && instant < end);
};

/**
 * Checks whether the lunch times of today are over, independent of the menu. Always false without lunch times for
 * today.
 */
export const isLunchTimeOver = (place: LunchHours, now: Ms): boolean => {
  const openings = lunchOpeningsToday(place, now);
  return openings !== null && openings.every(({ end }) => end <= now);
};

/** Checks whether a guest who goes to the place now can still get lunch. */
export const isOpenForLunch = (place: LunchHours, now: Ms): boolean =>
  // The fast check of the lunch times comes before the slow one: a list checks a hundred places, and at noon the fast
  // check decides for most of them.
  isOpenAt(place, now) && (isWithinLunchTimes(place, now) || !isLunchTimeOver(place, now));
