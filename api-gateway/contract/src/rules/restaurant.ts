import type { Offer } from '../menu';
import type { DayState, DerivedFields, PriceCategory, Restaurant, Tag } from '../restaurant';
import type { Day, Ms } from '../values';
import { addMonths, berlinDay } from './day';
import { areHoursUnknown, isOpenAt, isResting, isStillOpenToday, rangesOn } from './opening-hours';
import type { Hours } from './opening-hours';

const mediumPriceFrom = 7.5;
const highPriceFrom = 15;
const newForMonths = 3;

/** Base names of the meal types that count as lunch (S1§9). */
const lunchMealTypeNames: readonly string[] = ['Menü', 'Mittagstisch'];

/** Base name of the meal type for drinks (S1§3). */
export const drinksMealTypeName = 'Getränke';

/** A restaurant without derived fields. */
export type StoredRestaurant = Omit<Restaurant, keyof DerivedFields>;

/** Returns the German name of a tag or a meal type. */
export const germanName = ({ name, translations }: Pick<Tag, 'name' | 'translations'>): string =>
  translations.de ?? name;

/** Returns the German names of a restaurant's cuisines. */
export const cuisineNames = ({ tags }: Pick<Restaurant, 'tags'>): readonly string[] =>
  tags.filter(({ type }) => type === 'cuisine').map(germanName);

/** Checks whether a meetup is possible at a place: only at places that serve food. */
export const isMeetupPlace = ({ type }: Pick<Restaurant, 'type'>): boolean =>
  type === 'Restaurant' || type === 'NonPartner';

/** Checks by its base name whether a meal type is lunch. */
export const isLunchMealType = (baseName: string): boolean => lunchMealTypeNames.includes(baseName);

/** Returns the offers of one day, highest `order` first (S1§3). */
export const offersOnDay = (offers: readonly Offer[], day: Day): Offer[] =>
  offers.filter(({ date }) => date === day).sort((a, b) => b.order - a.order);

/** Checks whether a dish can be ordered. A dish sold by weight has no price before it is weighed. */
export const isOrderable = (offer: Pick<Offer, 'unit'>): boolean => offer.unit === null;

/** Fields of a restaurant that decide the state of today's menu. */
export interface MenuDay extends Hours {
  /** Offers of one or several days; only today's offers count. */
  readonly offers: readonly Offer[];
}

/**
 * Determines the state of today's menu (S2§4). The states are checked in this order: resting, rest day, already closed,
 * no lunch. Before its first opening a place is not closed yet.
 */
export const dayState = (menu: MenuDay, now: Ms): DayState => {
  const today = berlinDay(now);
  if (isResting(menu, now)) return 'resting';
  if (!areHoursUnknown(menu, now)) {
    // An opening that began yesterday and lasts past midnight doesn't make today an opening day; yet the place counts
    // as open until it ends.
    if (rangesOn(menu, today).length === 0 && !isOpenAt(menu, now)) return 'restDay';
    if (!isStillOpenToday(menu, now)) return 'closed';
  }
  return offersOnDay(menu.offers, today).length === 0 ? 'noLunch' : 'open';
};

/** Returns one to three euro signs by the average price in euro (S1§9); null when unknown. */
export const priceCategory = (meanPrice: number | null): PriceCategory | null => {
  if (meanPrice === null) return null;
  if (meanPrice < mediumPriceFrom) return 1;
  return meanPrice < highPriceFrom ? 2 : 3;
};

/** Checks whether a restaurant has been in the product for at most three calendar months (S1§3), last day included. */
export const isNew = ({ activeSince }: Pick<Restaurant, 'activeSince'>, now: Ms): boolean => {
  const today = berlinDay(now);
  return activeSince !== null && activeSince <= today && today <= addMonths(activeSince, newForMonths);
};

/** Checks whether `now` is between the premium start and the end of the last premium day (S1§3). */
export const isPremium = (
  { premiumStart, premiumEnd }: Pick<Restaurant, 'premiumStart' | 'premiumEnd'>,
  now: Ms,
): boolean => {
  const today = berlinDay(now);
  return premiumStart !== null && premiumEnd !== null && premiumStart <= today && today <= premiumEnd;
};

/**
 * Checks whether payment is set up, orders reach the restaurant, and it has an offer of today that can be ordered
 * (S1§3, Decision 39).
 */
export const hasOrderableMeals = (
  { hasPayment, canReceiveOrders, offers }: Pick<Restaurant, 'hasPayment' | 'canReceiveOrders' | 'offers'>,
  now: Ms,
): boolean => hasPayment && canReceiveOrders && offersOnDay(offers, berlinDay(now)).some(isOrderable);

/**
 * Returns a restaurant at `now`, with today's offers and fresh derived fields. The gateway applies this rule to the
 * restaurants that it sends, and browsers refresh their restaurants with it.
 */
export const withDerivedFields = (restaurant: StoredRestaurant, now: Ms): Restaurant => ({
  ...restaurant,
  offers: offersOnDay(restaurant.offers, berlinDay(now)),
  priceCategory: priceCategory(restaurant.data.meanPrice),
  isNew: isNew(restaurant, now),
  isPremium: isPremium(restaurant, now),
  hasOrderableMeals: hasOrderableMeals(restaurant, now),
  isOpenNow: isOpenAt(restaurant, now),
  isStillOpenToday: isStillOpenToday(restaurant, now),
  dayState: dayState(restaurant, now),
});

/** Builds the URL of a map service that shows the route to a restaurant (S1§2). */
export const routeHref = ({ name, location }: Pick<Restaurant, 'name' | 'location'>): string => {
  const query = new URLSearchParams({ q: `${location.latitude},${location.longitude}(${name})` });
  return `https://maps.google.com/maps?${query.toString()}`;
};
