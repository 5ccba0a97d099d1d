import type { Discount, Ms, Offer, Restaurant } from '@mahlzeit/contract';
import { bestMealDiscount, discountedPrice, isDiscountAvailableToMe, isDiscountOfRestaurant, isOrderable } from '@mahlzeit/contract/rules';
import { formatPrice } from '@mahlzeit/shared-ui/platform';
import { text } from '../discovery-texts';
import { priceLabel } from './restaurant-facts';
import type { PriceLabel } from './restaurant-facts';

/** What a discount is worth, as short as it gets: „−20 %“, „−1,50 €“, „nur 5,00 €“. */
export const dealLabel = ({ discountType, value }: Pick<Discount, 'discountType' | 'value'>): string => {
  switch (discountType) {
    case 'percent':
      return text('PercentOff', { percent: value });
    case 'absolute':
      return formatPrice(-value);
    case 'override':
      return text('PriceOnly', { price: formatPrice(value) });
  }
};

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
interface DealPriceLabel extends PriceLabel {
  readonly oldPrice?: string;
}

/** What a dish costs here now. */
export const dealPriceLabel = (offer: Offer, place: DealPlace, deals: DealsNow): DealPriceLabel => {
  const label = priceLabel(offer);
  const discount = discountOf(offer, place, deals);
  return discount === null ? label : { ...priceLabel({ ...offer, price: discountedPrice(offer.price, discount) }), oldPrice: label.price };
};

/** The best of a place's discounts as a badge has room for it: how much, and on which dish where it is one alone. */
interface DealBadgeLabel {
  readonly short: string;
  readonly long?: string;
}

/** The discount that saves most on a single dish today; null where none does. */
export const bestDeal = (place: DealPlace, deals: DealsNow): DealBadgeLabel | null => {
  const found = place.offers.flatMap((offer) => {
    const discount = discountOf(offer, place, deals);
    return discount === null ? [] : [{ discount, offer, saved: offer.price - discountedPrice(offer.price, discount) }];
  });
  const [best] = found.sort((a, b) => b.saved - a.saved);
  if (best === undefined) return null;
  return { short: dealLabel(best.discount), ...(best.discount.mealRef !== null && { long: best.offer.name }) };
};

// A voucher is redeemed in an order; where none can be placed, only what shows in the prices is worth telling.
const isOfUse = (discount: Discount, place: DealPlace, now: Ms): boolean =>
  place.hasPayment || place.offers.some((offer) => discountOf(offer, place, { discounts: [discount], now: Math.max(now, discount.start) }) !== null);

/** What there is to redeem in a place today or soon, the first to start first; what is bound to a dish only while that dish is on the menu. */
export const discountsOfPlace = (place: DealPlace, { discounts, now }: DealsNow): readonly Discount[] =>
  discounts
    .filter((discount) => isDiscountAvailableToMe(discount, now) && isDiscountOfRestaurant(discount, place))
    .filter(({ mealRef }) => mealRef === null || place.offers.some(({ key }) => key === mealRef))
    .filter((discount) => isOfUse(discount, place, now))
    .sort((a, b) => Math.max(a.start, now) - Math.max(b.start, now) || a.end - b.end || a.key.localeCompare(b.key));

/** The same place with the prices that its dishes have now; the place itself where none is reduced. */
export const atDealPrices = <Place extends DealPlace>(place: Place, deals: DealsNow): Place => {
  const offers = place.offers.map((offer) => {
    const discount = discountOf(offer, place, deals);
    return discount === null ? offer : { ...offer, price: discountedPrice(offer.price, discount) };
  });
  return offers.every((offer, index) => offer === place.offers[index]) ? place : { ...place, offers };
};
