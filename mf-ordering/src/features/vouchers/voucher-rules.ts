import type { Discount, Ms } from '@mahlzeit/contract';
import { isDiscountAvailable, isVoucher } from '@mahlzeit/contract/rules';

/** What can be done with a discount of the list. */
export type VoucherUse =
  /** Applied to the next order that it fits. */
  | { readonly kind: 'select' }
  /** It shows in the prices of a place: the diner is led there. */
  | { readonly kind: 'visit'; readonly restaurantKey: string }
  /** It counts by itself. */
  | { readonly kind: 'none' }
  | { readonly kind: 'used' }
  | { readonly kind: 'later'; readonly from: Ms };

/** What a reader can do with a discount now. */
export const voucherUse = (discount: Discount, now: Ms): VoucherUse => {
  if (discount.usedByMe) return { kind: 'used' };
  if (now < discount.start) return { kind: 'later', from: discount.start };
  if (isVoucher(discount)) return { kind: 'select' };
  return discount.restaurantRef === null ? { kind: 'none' } : { kind: 'visit', restaurantKey: discount.restaurantRef };
};

interface ListedVouchers {
  readonly usable: readonly Discount[];
  /** Used already, or not begun. */
  readonly others: readonly Discount[];
}

/**
 * The discounts of the screen: those that can be used now, what can be chosen before what counts by itself, the first
 * to end first; then the others.
 */
export const listedVouchers = (discounts: readonly Discount[], now: Ms): ListedVouchers => {
  const listed = discounts
    .filter((discount) => discount.usedByMe || isDiscountAvailable(discount, now))
    .sort((a, b) => Number(isVoucher(b)) - Number(isVoucher(a)) || a.end - b.end || (a.key < b.key ? -1 : 1));
  const isUsable = (discount: Discount): boolean => !['used', 'later'].includes(voucherUse(discount, now).kind);
  return { usable: listed.filter(isUsable), others: listed.filter((discount) => !isUsable(discount)) };
};
