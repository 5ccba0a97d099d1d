import type { PartnerDiscount } from '@mahlzeit/contract';
import type { CallerSession, PartnerCaller } from '../../../platform';

/** Who asks for discounts. */
export type DiscountReader = Pick<CallerSession, 'uid' | 'isAnonymous'>;

/** Whether somebody may have discounts of their own: a visitor owns none, over HTTP and live. */
export const mayOwnDiscounts = ({ isAnonymous }: DiscountReader): boolean => !isAnonymous;

type DiscountReach = Pick<PartnerDiscount, 'restaurantRef' | 'companyRef' | 'platform'>;

/**
 * Whether a partner may give, see and take away a discount: with a restaurant's own token those alone that hold there
 * only and that it pays itself.
 */
export const mayManageDiscount = (
  { restaurantKey }: PartnerCaller,
  { restaurantRef, companyRef, platform }: DiscountReach,
): boolean => restaurantKey === null || (restaurantRef === restaurantKey && companyRef === null && !platform);
