import type { Discount, Ms, Offer, Restaurant } from '@mahlzeit/contract';
import { bestMealDiscount, discountedPrice, isOrderable } from '@mahlzeit/contract/rules';
import { priceLabel } from './restaurant-facts';
import type { PriceLabel } from './restaurant-facts';

/** A place whose prices may be reduced. */
export type DealPlace = Pick<Restaurant, 'key' | 'companyId' | 'hasPayment' | 'offers'>;

/** The discounts that there are, and the moment they are looked at. */
export interface DealsNow {
  readonly discounts: readonly Discount[];
  readonly now: Ms;
}

// What is sold by weight has no price before it is weighed, so none to reduce.
const discountOf = (offer: Offer, place: DealPlace, { discounts, now }: DealsNow): Discount | null =>
  isOrderable(offer) ? bestMealDiscount(discounts, { restaurant: place, meal: offer, at: now }) : null;

/** A dish's price in words; a reduced one with the price before. */
export interface DealPriceLabel extends PriceLabel {
  readonly oldPrice?: string;
}

/** What a dish costs here now. */
export const dealPriceLabel = (offer: Offer, place: DealPlace, deals: DealsNow): DealPriceLabel => {
  const label = priceLabel(offer);
  const discount = discountOf(offer, place, deals);
  return discount === null ? label : { ...priceLabel({ ...offer, price: discountedPrice(offer.price, discount) }), oldPrice: label.price };
};

/** The same place with the prices that its dishes have now; the place itself where none is reduced. */
export const atDealPrices = <Place extends DealPlace>(place: Place, deals: DealsNow): Place => {
  const offers = place.offers.map((offer) => {
    const discount = discountOf(offer, place, deals);
    return discount === null ? offer : { ...offer, price: discountedPrice(offer.price, discount) };
  });
  return offers.every((offer, index) => offer === place.offers[index]) ? place : { ...place, offers };
};
