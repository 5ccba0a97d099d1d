import type { Offer } from '../menu';
import type { Restaurant } from '../restaurant';
import type { Cents, Ms } from '../values';
import { berlinDay, minuteMs } from './day';
import { isOpenAt, isWithinLunchTimes, lunchServedOn } from './opening-hours';
import type { LunchHours, Opening } from './opening-hours';
import { areHoursUnknown, dayState, drinksMealTypeName, isLunchMealType, offersOf } from './restaurant';

/** What decides when lunch is on: fields of Restaurant. */
type TimedPlace = LunchHours & Pick<Restaurant, 'openingHoursText'>;

/** The same with the dishes, of which only today's count. */
export type LunchPlace = TimedPlace & Pick<Restaurant, 'offers'>;

/** S1§9: today's dishes of a lunch meal type, else all that is no drink; as the menu orders them. */
export const lunchOffers = ({ offers }: Pick<Restaurant, 'offers'>): readonly Offer[] => {
  const lunch = offers.filter(({ baseName }) => isLunchMealType(baseName));
  return lunch.length > 0 ? lunch : offers.filter(({ baseName }) => baseName !== drinksMealTypeName);
};

/** The cheapest of them; null where there is none. */
export const cheapestLunch = (place: Pick<Restaurant, 'offers'>): Offer | null =>
  lunchOffers(place).reduce<Offer | null>(
    (least, offer) => (least === null || offer.price < least.price ? offer : least),
    null,
  );

/** Whether nothing is to be had at a place any more today: drawn pale, next opening instead of prices. */
export const isOutForToday = ({ dayState: day }: Pick<Restaurant, 'dayState'>): boolean =>
  day === 'resting' || day === 'restDay' || day === 'closed';

/** How lunch stands at a place. Instants are of today. */
export type LunchState =
  /** Served later today. `from` and `until` are of the next serving. */
  | { readonly kind: 'later'; readonly from: Ms; readonly until: Ms }
  /** Served now. `minutes` are left until `until`, whole and at least one. */
  | { readonly kind: 'serving'; readonly until: Ms; readonly minutes: number }
  /** There was lunch today. */
  | { readonly kind: 'over' }
  /** There is lunch today, and nobody says when: what is known is when the place is open. */
  | { readonly kind: 'untimed' }
  /** No lunch today. */
  | { readonly kind: 'none' };

/** Where opening hours stand there as mere text, the lunch times are all that is known. */
const servedToday = (place: TimedPlace, now: Ms): readonly Opening[] | null =>
  lunchServedOn(areHoursUnknown(place) ? { ...place, openingHours: place.lunchTimes } : place, now);

const stateOf = (served: readonly Opening[], now: Ms): LunchState => {
  if (served.length === 0) return { kind: 'none' };
  const next = served.find(({ end }) => now < end);
  if (next === undefined) return { kind: 'over' };
  if (now < next.start) return { kind: 'later', from: next.start, until: next.end };
  return { kind: 'serving', until: next.end, minutes: Math.ceil((next.end - now) / minuteMs) };
};

/**
 * How lunch stands at a place at an instant: by its lunch times within its opening hours, and by today's dishes of a
 * lunch meal type.
 */
export const lunchAt = (place: LunchPlace, now: Ms): LunchState => {
  if (!offersOf(place.offers, berlinDay(now)).some(({ baseName }) => isLunchMealType(baseName)))
    return { kind: 'none' };
  const day = dayState(place, now);
  if (day === 'resting' || day === 'restDay') return { kind: 'none' };
  const served = servedToday(place, now);
  if (served !== null) return stateOf(served, now);
  return { kind: day === 'closed' ? 'over' : 'untimed' };
};

/**
 * Cents that stand for a place in cards, on the map and in searches: of its cheapest lunch; null where none is to be
 * had any more today. Its dishes must be today's, at the prices of now.
 */
export const lunchPriceAt = (place: LunchPlace & Pick<Restaurant, 'dayState'>, now: Ms): Cents | null =>
  isOutForToday(place) || lunchAt(place, now).kind === 'over' ? null : (cheapestLunch(place)?.price ?? null);

/**
 * Whether what is lunch can be had at an instant: while lunch is served on its day. Where nobody knows the hours, or no
 * lunch times are named, nothing speaks against it.
 */
export const isLunchServedAt = (place: TimedPlace, at: Ms): boolean => {
  const served = areHoursUnknown(place) ? null : lunchServedOn(place, at);
  return served === null || served.some(({ start, end }) => start <= at && at < end);
};

/**
 * Whether the time for lunch is over for today, whatever is on the menu; never where the place names no lunch times for
 * today.
 */
export const isLunchTimeOver = (place: TimedPlace, now: Ms): boolean => {
  const served = servedToday(place, now);
  return served !== null && served.every(({ end }) => end <= now);
};

/** Whether one can go there now and find lunch not over. */
export const isOpenForLunch = (place: TimedPlace, now: Ms): boolean =>
  // A list asks this of a hundred places: at noon the cheap answer is that of most.
  isOpenAt(place, now) && (isWithinLunchTimes(place, now) || !isLunchTimeOver(place, now));
