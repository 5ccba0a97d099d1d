import type { PartnerDiscount } from '@mahlzeit/contract';
import type { CallerSession, PartnerCaller } from '../../../platform';

/** User or visitor who reads discounts. */
export type DiscountReader = Pick<CallerSession, 'uid' | 'isAnonymous'>;

/**
 * Checks whether a user may own discounts. The routes and the live topics use the same rule: an anonymous visitor owns
 * none.
 */
export const mayOwnDiscounts = ({ isAnonymous }: DiscountReader): boolean => !isAnonymous;

type DiscountScope = Pick<PartnerDiscount, 'restaurantRef' | 'companyRef' | 'platform'>;

/**
 * Checks whether a partner may create, read and remove a discount. With a restaurant's own token, the discount must be
 * valid only at that restaurant, and the restaurant itself must pay it.
 */
export const mayManageDiscount = (
  { restaurantKey }: PartnerCaller,
  { restaurantRef, companyRef, platform }: DiscountScope,
): boolean => restaurantKey === null || (restaurantRef === restaurantKey && companyRef === null && !platform);
