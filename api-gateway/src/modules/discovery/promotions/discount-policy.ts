import type { PartnerDiscount } from '@mahlzeit/contract';
import type { CallerSession, PartnerCaller } from '../../../platform';

/** A caller who reads discounts. */
export type DiscountReader = Pick<CallerSession, 'uid' | 'isAnonymous'>;

/** Checks whether a user may own discounts, over HTTP and in live topics: visitors own none. */
export const mayOwnDiscounts = ({ isAnonymous }: DiscountReader): boolean => !isAnonymous;

type DiscountReach = Pick<PartnerDiscount, 'restaurantRef' | 'companyRef' | 'platform'>;

/**
 * Checks whether a partner may create, read and remove a discount. A restaurant's own token may manage only discounts
 * that are valid at that restaurant and that the restaurant pays.
 */
export const mayManageDiscount = (
  { restaurantKey }: PartnerCaller,
  { restaurantRef, companyRef, platform }: DiscountReach,
): boolean => restaurantKey === null || (restaurantRef === restaurantKey && companyRef === null && !platform);
