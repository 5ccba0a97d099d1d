import type { Discount, Ms } from '@mahlzeit/contract';
import { isDiscountAvailable, isVoucher } from '@mahlzeit/contract/rules';

/** Way in which the user can use a discount in the list of vouchers. */
export type VoucherUse =
  /** The user can select the discount for the next order that it fits. */
  | { readonly kind: 'select' }
  /** The discount lowers the prices of a restaurant: a button opens the restaurant. */
  | { readonly kind: 'visit'; readonly restaurantKey: string }
  /** The user can do nothing: the discount is applied automatically. */
  | { readonly kind: 'none' }
  | { readonly kind: 'used' }
  | { readonly kind: 'later'; readonly from: Ms };

/** Returns what the user can do with a discount at the time `now`. */
export const voucherUseOf = (discount: Discount, now: Ms): VoucherUse => {
  if (discount.usedByMe) return { kind: 'used' };
  if (now < discount.start) return { kind: 'later', from: discount.start };
  if (isVoucher(discount)) return { kind: 'select' };
  return discount.restaurantRef === null ? { kind: 'none' } : { kind: 'visit', restaurantKey: discount.restaurantRef };
};

interface ListedVouchers {
  readonly usableDiscounts: readonly Discount[];
  /** Discounts that the user has already used, or that aren't valid yet. */
  readonly otherDiscounts: readonly Discount[];
}

/**
 * Sorts the user's discounts for the vouchers' screen and divides them into usable and other ones. Vouchers come before
 * discounts that are applied automatically. Among equals, the discount that expires first comes first.
 */
export const listVouchers = (discounts: readonly Discount[], now: Ms): ListedVouchers => {
  const listedDiscounts = discounts
    .filter((discount) => discount.usedByMe || isDiscountAvailable(discount, now))
    .sort((a, b) => Number(isVoucher(b)) - Number(isVoucher(a)) || a.end - b.end || (a.key < b.key ? -1 : 1));
  const isVoucherUsable = (discount: Discount): boolean =>
    !['used', 'later'].includes(voucherUseOf(discount, now).kind);
  return {
    usableDiscounts: listedDiscounts.filter(isVoucherUsable),
    otherDiscounts: listedDiscounts.filter((discount) => !isVoucherUsable(discount)),
  };
};
