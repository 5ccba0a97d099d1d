import type { Offer } from '../menu';
import type { DayState, DerivedFields, PriceCategory, Restaurant, Tag } from '../restaurant';
import type { Day, Ms } from '../values';
import { addMonths, berlinDay } from './day';
import { isOpenAt, isResting, isStillOpenToday, rangesOn } from './opening-hours';
import type { Hours } from './opening-hours';

const mediumPriceFrom = 7.5;
const highPriceFrom = 15;
const newForMonths = 3;

/** S1§9: base names of the meal types that are lunch. */
const lunchMealTypeNames: readonly string[] = ['Menü', 'Mittagstisch'];

/** S1§3: base name of the meal type whose offers are drinks. */
export const drinksMealTypeName = 'Getränke';

/** A restaurant without the fields that follow from the others and the time. */
export type StoredRestaurant = Omit<Restaurant, keyof DerivedFields>;

/** How a tag or a meal type is called in German. */
export const germanName = ({ name, translations }: Pick<Tag, 'name' | 'translations'>): string =>
  translations.de ?? name;

/** The kitchens of a restaurant by their German names. */
export const cuisineNames = ({ tags }: Pick<Restaurant, 'tags'>): readonly string[] =>
  tags.filter(({ type }) => type === 'cuisine').map(germanName);

/** Whether a meal type is lunch, by its base name. */
export const isLunchMealType = (baseName: string): boolean => lunchMealTypeNames.includes(baseName);

/** S1§3: the offers of one day, by `order` descending. */
export const offersOf = (offers: readonly Offer[], day: Day): Offer[] =>
  offers.filter(({ date }) => date === day).sort((a, b) => b.order - a.order);

/** What is sold by weight has no price before it is weighed, so it can't be ordered. */
export const isOrderable = (offer: Pick<Offer, 'unit'>): boolean => offer.unit === null;

/** What decides how a menu stands: fields of Restaurant. */
export interface MenuDay extends Hours {
  /** Set where hours are known that nobody could parse. */
  readonly openingHoursText: string | null;
  /** Of any day; only today's count. */
  readonly offers: readonly Offer[];
}

const hasNoRanges = ({ openingHours }: Hours): boolean =>
  Object.values(openingHours).every((ranges) => ranges.length === 0);

/** Hours that stand there as mere text say nothing about today: calling it a rest day would be a guess. */
export const areHoursUnknown = (menu: Pick<MenuDay, 'openingHours' | 'openingHoursText' | 'restTime'>): boolean =>
  menu.openingHoursText !== null && hasNoRanges(menu);

/**
 * S2§4: resting, then rest day, then already closed, then no lunch. Before the first opening a place is not closed yet.
 */
export const dayState = (menu: MenuDay, now: Ms): DayState => {
  const today = berlinDay(now);
  if (isResting(menu, now)) return 'resting';
  if (!areHoursUnknown(menu)) {
    // A night that began yesterday makes no opening day, but while it lasts the place is open.
    if (rangesOn(menu, today).length === 0 && !isOpenAt(menu, now)) return 'restDay';
    if (!isStillOpenToday(menu, now)) return 'closed';
  }
  return offersOf(menu.offers, today).length === 0 ? 'noLunch' : 'open';
};

/** S1§9: one to three euro signs by the mean price in euro; null where that is unknown. */
export const priceCategory = (meanPrice: number | null): PriceCategory | null => {
  if (meanPrice === null) return null;
  if (meanPrice < mediumPriceFrom) return 1;
  return meanPrice < highPriceFrom ? 2 : 3;
};

/** S1§3: active for at most three calendar months, the last day included. */
export const isNew = ({ activeSince }: Pick<Restaurant, 'activeSince'>, now: Ms): boolean => {
  const today = berlinDay(now);
  return activeSince !== null && activeSince <= today && today <= addMonths(activeSince, newForMonths);
};

/** S1§3: from the premium start to the end of the premium end's day. */
export const isPremium = (
  { premiumStart, premiumEnd }: Pick<Restaurant, 'premiumStart' | 'premiumEnd'>,
  now: Ms,
): boolean => {
  const today = berlinDay(now);
  return premiumStart !== null && premiumEnd !== null && premiumStart <= today && today <= premiumEnd;
};

/** S1§3: payment is set up and something can be ordered today. */
export const hasOrderableMeals = (
  { hasPayment, offers }: Pick<Restaurant, 'hasPayment' | 'offers'>,
  now: Ms,
): boolean => hasPayment && offersOf(offers, berlinDay(now)).some(isOrderable);

/**
 * A restaurant as it stands at `now`: only today's offers and every derived field fresh.
 * The gateway presents with it, and a browser that holds a restaurant refreshes it as time passes.
 */
export const withDerivedFields = (restaurant: StoredRestaurant, now: Ms): Restaurant => ({
  ...restaurant,
  offers: offersOf(restaurant.offers, berlinDay(now)),
  priceCategory: priceCategory(restaurant.data.meanPrice),
  isNew: isNew(restaurant, now),
  isPremium: isPremium(restaurant, now),
  hasOrderableMeals: hasOrderableMeals(restaurant, now),
  isOpenNow: isOpenAt(restaurant, now),
  isStillOpenToday: isStillOpenToday(restaurant, now),
  dayState: dayState(restaurant, now),
});

/** S1§2: a maps service that gets name and coordinates, and finds the way. */
export const routeHref = ({ name, location }: Pick<Restaurant, 'name' | 'location'>): string => {
  const query = new URLSearchParams({ q: `${location.latitude},${location.longitude}(${name})` });
  return `https://maps.google.com/maps?${query.toString()}`;
};
