import type { Offer } from '@mahlzeit/contract';
import { formatPrice } from '@mahlzeit/shared-ui/platform';
import { text } from '../../discovery-texts';

type Priced = Pick<Offer, 'price' | 'unit'>;

/** A price as it is shown: what it is, and what for where that is no whole dish. */
export interface PriceLabel {
  readonly price: string;
  readonly unit?: string;
}

/** A price where there is room for it alone; what is sold by weight costs at least that: „ab 1,60 €“. */
export const shortPriceLabel = ({ price, unit }: Priced): string => (unit === null ? formatPrice(price) : text('PriceFrom', { price: formatPrice(price) }));

/**
 * A dish's price. What is sold by weight costs at least the base price and one unit, and what further units cost
 * isn't told: „ab 1,60 €“, „für 100 g“ promises no more than that.
 */
export const priceLabel = (offer: Priced): PriceLabel => ({
  price: shortPriceLabel(offer),
  ...(offer.unit !== null && { unit: text('ForUnit', { unit: offer.unit.replaceAll(' ', '\u00a0') }) }),
});
