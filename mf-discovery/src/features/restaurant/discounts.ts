import type { Offer, Restaurant } from '@mahlzeit/contract';
import { dealPrice } from '@mahlzeit/contract/rules';
import type { DiscountsAtInstant } from '@mahlzeit/contract/rules';
import { priceLabelOf } from './restaurant-facts';
import type { PriceLabel } from './restaurant-facts';

/** Price of a dish as text. `oldPrice` is the price before a reduction by one of the user's discounts. */
export interface DealPriceLabel extends PriceLabel {
  readonly oldPrice?: string;
}

/** Returns the current price of a dish at this restaurant, reduced by the user's discounts. */
export const dealPriceLabelOf = (
  offer: Offer,
  place: Pick<Restaurant, 'key' | 'companyId'>,
  deals: DiscountsAtInstant,
): DealPriceLabel => {
  const regularPriceLabel = priceLabelOf(offer);
  const discountedPrice = dealPrice(offer, place, deals);
  return discountedPrice === offer.price
    ? regularPriceLabel
    : { ...priceLabelOf({ ...offer, price: discountedPrice }), oldPrice: regularPriceLabel.price };
};
