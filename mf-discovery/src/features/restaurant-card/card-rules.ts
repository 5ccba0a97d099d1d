import type { Offer, Restaurant } from '@mahlzeit/contract';
import { isOutForToday, lunchOffers } from '../restaurant-facts';

/** Two dishes tell what kind of lunch it is; more belong on the page. */
const DISHES_ON_CARD = 2;

/** The dishes of a card: none where nothing is to be had any more today. */
export const dishesOnCard = (restaurant: Pick<Restaurant, 'offers' | 'dayState'>): readonly Offer[] =>
  isOutForToday(restaurant) ? [] : lunchOffers(restaurant).slice(0, DISHES_ON_CARD);

/** Whether a card says that there are no dishes; all other reasons for none are in the status line. */
export const saysNoLunch = ({ dayState }: Pick<Restaurant, 'dayState'>): boolean => dayState === 'noLunch';
