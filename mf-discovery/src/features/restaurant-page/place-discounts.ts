import type { Discount, Ms, Restaurant } from '@mahlzeit/contract';
import { withDealPrices, isDiscountAvailableToMe, isDiscountOfRestaurant, isVoucher } from '@mahlzeit/contract/rules';
import type { DiscountsAtInstant } from '@mahlzeit/contract/rules';
import { formatPrice } from '@mahlzeit/shared-ui/platform';
import { text } from './page-texts';

/** Fields of a restaurant that decide which discounts it has. */
export type DealPlace = Pick<Restaurant, 'key' | 'companyId' | 'hasPayment' | 'offers'>;

/** Formats an amount of money as people say it in German: „5 €“, „2,50 €“. */
export const spokenPriceOf = (cents: number): string => formatPrice(cents).replace(/,00(?=\s)/, '');

/** Formats the value of a voucher: „5 %“, „5 €“, „alles für 5 €“. Prices on the page aren't reduced by vouchers. */
const voucherValueOf = ({ discountType, value }: Pick<Discount, 'discountType' | 'value'>): string => {
  switch (discountType) {
    case 'percent':
      return text('VoucherPercent', { percent: value });
    case 'absolute':
      return spokenPriceOf(value);
    case 'override':
      return text('VoucherFor', { price: spokenPriceOf(value) });
  }
};

type LabelledDiscount = Parameters<typeof isVoucher>[0] & Pick<Discount, 'discountType' | 'value'>;

/**
 * Formats the value of a discount: „−20 %“, „−1,50 €“, „nur 5,00 €“. A voucher reduces no price by itself, so its label
 * has no minus sign: „5 €“.
 */
export const dealLabelOf = (discount: LabelledDiscount): string => {
  if (isVoucher(discount)) return voucherValueOf(discount);
  const { discountType, value } = discount;
  switch (discountType) {
    case 'percent':
      return text('PercentOff', { percent: value });
    case 'absolute':
      return formatPrice(-value);
    case 'override':
      return text('PriceOnly', { price: formatPrice(value) });
  }
};

// Returns whether a discount can be used at the restaurant. A voucher is redeemed in an order, so a restaurant without
// orders in the app shows only discounts that reduce prices.
const isUsableDiscount = (discount: Discount, dealPlace: DealPlace, now: Ms): boolean =>
  dealPlace.hasPayment ||
  withDealPrices(dealPlace, { discounts: [discount], now: Math.max(now, discount.start) }) !== dealPlace;

/**
 * Returns the discounts of a restaurant that are valid today or soon, sorted by their start. A discount on a dish is
 * included only while the dish is on the menu.
 */
export const usableDiscountsOfPlace = (
  dealPlace: DealPlace,
  { discounts, now }: DiscountsAtInstant,
): readonly Discount[] =>
  discounts
    .filter((discount) => isDiscountAvailableToMe(discount, now) && isDiscountOfRestaurant(discount, dealPlace))
    .filter(({ mealRef }) => mealRef === null || dealPlace.offers.some(({ key }) => key === mealRef))
    .filter((discount) => isUsableDiscount(discount, dealPlace, now))
    .sort((a, b) => Math.max(a.start, now) - Math.max(b.start, now) || a.end - b.end || a.key.localeCompare(b.key));
