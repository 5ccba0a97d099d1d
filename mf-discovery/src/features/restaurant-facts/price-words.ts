import type { Offer } from '@mahlzeit/contract';
import { formatPrice } from '@mahlzeit/shared-ui/platform';
import { text } from '../../discovery-texts';

/**
 * A dish's price. What is sold by weight costs at least the base price and one unit, and what further units cost
 * isn't told: „ab 1,60 € für 100 g“ promises no more than that.
 */
export const priceWords = ({ price, unit }: Pick<Offer, 'price' | 'unit'>): string =>
  unit === null ? formatPrice(price) : text('PriceByWeight', { price: formatPrice(price), unit: unit.replaceAll(' ', '\u00a0') });

/** The same where there is room for a price alone: „ab 1,60 €“. */
export const shortPriceWords = ({ price, unit }: Pick<Offer, 'price' | 'unit'>): string =>
  unit === null ? formatPrice(price) : text('PriceFrom', { price: formatPrice(price) });
