import type { Offer, Restaurant } from '@mahlzeit/contract';
import { isOutForToday, lunchOffers } from '../restaurant-facts';

/** Two dishes tell what kind of lunch it is; more belong on the page. */
const DISHES_ON_CARD = 2;

/** The dishes of a card: none where nothing is to be had any more today. */
export const dishesOnCard = (restaurant: Pick<Restaurant, 'offers' | 'dayState'>): readonly Offer[] =>
  isOutForToday(restaurant) ? [] : lunchOffers(restaurant).slice(0, DISHES_ON_CARD);

/** What a card says where it shows no dishes; null where the status line has said it already. */
export const cardNote = ({ dayState }: Pick<Restaurant, 'dayState'>): 'NoLunchListed' | 'NoMoreToday' | null => {
  if (dayState === 'noLunch') return 'NoLunchListed';
  return dayState === 'closed' ? 'NoMoreToday' : null;
};
