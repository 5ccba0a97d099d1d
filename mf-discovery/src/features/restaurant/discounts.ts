import type { Offer, Restaurant } from '@mahlzeit/contract';
import { dealPrice } from '@mahlzeit/contract/rules';
import type { DealsNow } from '@mahlzeit/contract/rules';
import { priceLabel } from './restaurant-facts';
import type { PriceLabel } from './restaurant-facts';

/** A dish's price in words; a reduced one with the price before. */
export interface DealPriceLabel extends PriceLabel {
  readonly oldPrice?: string;
}

/** What a dish costs here now. */
export const dealPriceLabel = (
  offer: Offer,
  place: Pick<Restaurant, 'key' | 'companyId'>,
  deals: DealsNow,
): DealPriceLabel => {
  const label = priceLabel(offer);
  const price = dealPrice(offer, place, deals);
  return price === offer.price ? label : { ...priceLabel({ ...offer, price }), oldPrice: label.price };
};
