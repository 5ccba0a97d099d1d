import type { Offer, Restaurant } from '@mahlzeit/contract';
import { drinksMealTypeName, isLunchMealType } from '@mahlzeit/contract/rules';

type WithOffers = Pick<Restaurant, 'offers'>;

/** S1§9: today's dishes of a lunch meal type, else all that is no drink; as the menu orders them. */
export const lunchOffers = ({ offers }: WithOffers): readonly Offer[] => {
  const lunch = offers.filter(({ baseName }) => isLunchMealType(baseName));
  return lunch.length > 0 ? lunch : offers.filter(({ baseName }) => baseName !== drinksMealTypeName);
};

/** The cheapest of them; null where there is none. */
export const cheapestLunch = (restaurant: WithOffers): Offer | null =>
  lunchOffers(restaurant).reduce<Offer | null>((least, offer) => (least === null || offer.price < least.price ? offer : least), null);
