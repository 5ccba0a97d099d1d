import type { Discount } from '@mahlzeit/contract';
import { formatPrice } from '@mahlzeit/shared-ui/platform';
import { text } from '../../discovery-texts';

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
