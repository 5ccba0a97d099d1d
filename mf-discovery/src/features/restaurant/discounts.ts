import type { Offer, Restaurant } from '@mahlzeit/contract';
import { dealPrice } from '@mahlzeit/contract/rules';
import type { DealsNow } from '@mahlzeit/contract/rules';
import { priceLabel } from './restaurant-facts';
import type { PriceLabel } from './restaurant-facts';

/** Price of a dish as text; a reduced price has the former one. */
export interface DealPriceLabel extends PriceLabel {
  readonly oldPrice?: string;
}

/** Returns the current price of a dish at this place. */
export const dealPriceLabel = (
  offer: Offer,
  place: Pick<Restaurant, 'key' | 'companyId'>,
  deals: DealsNow,
): DealPriceLabel => {
  const label = priceLabel(offer);
  const price = dealPrice(offer, place, deals);
  return price === offer.price ? label : { ...priceLabel({ ...offer, price }), oldPrice: label.price };
};
