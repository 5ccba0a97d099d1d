import type { DerivedFields, PriceCategory, Restaurant } from '../restaurant';
import type { Ms } from '../values';
import { addMonths, berlinDay } from './day';
import { dayState } from './day-state';
import { isOrderable, offersOf } from './offers';
import { isOpenAt, isStillOpenToday } from './opening-hours';

const mediumPriceFrom = 7.5;
const highPriceFrom = 15;
const newForMonths = 3;

/** A restaurant without the fields that follow from the others and the time. */
export type StoredRestaurant = Omit<Restaurant, keyof DerivedFields>;

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
export const isPremium = ({ premiumStart, premiumEnd }: Pick<Restaurant, 'premiumStart' | 'premiumEnd'>, now: Ms): boolean => {
  const today = berlinDay(now);
  return premiumStart !== null && premiumEnd !== null && premiumStart <= today && today <= premiumEnd;
};

/** S1§3: payment is set up and something can be ordered today. */
export const hasOrderableMeals = ({ hasPayment, offers }: Pick<Restaurant, 'hasPayment' | 'offers'>, now: Ms): boolean =>
  hasPayment && offersOf(offers, berlinDay(now)).some(isOrderable);

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
