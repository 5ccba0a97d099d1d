import type { Discount } from '@mahlzeit/contract';
import type { StoredDiscount } from './discount-row';

/** A discount as the wire has it: owners and users stay behind. */
export const presentDiscount = ({ own, used }: StoredDiscount, usedByMe: boolean): Discount => ({
  ...own,
  quantityLeft: Math.max(0, own.quantity - used),
  usedByMe,
});
