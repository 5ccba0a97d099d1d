import type { Discount, Ms } from '@mahlzeit/contract';
import { isDiscountAvailable, isVoucher } from '@mahlzeit/contract/rules';

/** Use of a discount in the list. */
export type VoucherUse =
  /** Can be selected for the next fitting order. */
  | { readonly kind: 'select' }
  /** Lowers the prices of a restaurant: the diner is led there. */
  | { readonly kind: 'visit'; readonly restaurantKey: string }
  /** Applies by itself. */
  | { readonly kind: 'none' }
  | { readonly kind: 'used' }
  | { readonly kind: 'later'; readonly from: Ms };

/** Returns the present use of a discount. */
export const voucherUse = (discount: Discount, now: Ms): VoucherUse => {
  if (discount.usedByMe) return { kind: 'used' };
  if (now < discount.start) return { kind: 'later', from: discount.start };
  if (isVoucher(discount)) return { kind: 'select' };
  return discount.restaurantRef === null ? { kind: 'none' } : { kind: 'visit', restaurantKey: discount.restaurantRef };
};

interface ListedVouchers {
  readonly usableDiscounts: readonly Discount[];
  /** Used already, or not valid yet. */
  readonly otherDiscounts: readonly Discount[];
}

/**
 * Sorts the discounts of the screen: usable ones first, selectable before automatic ones, by their end; then the
 * others.
 */
export const listedVouchers = (discounts: readonly Discount[], now: Ms): ListedVouchers => {
  const listedDiscounts = discounts
    .filter((discount) => discount.usedByMe || isDiscountAvailable(discount, now))
    .sort((a, b) => Number(isVoucher(b)) - Number(isVoucher(a)) || a.end - b.end || (a.key < b.key ? -1 : 1));
  const isUsable = (discount: Discount): boolean => !['used', 'later'].includes(voucherUse(discount, now).kind);
  return {
    usableDiscounts: listedDiscounts.filter(isUsable),
    otherDiscounts: listedDiscounts.filter((discount) => !isUsable(discount)),
  };
};
