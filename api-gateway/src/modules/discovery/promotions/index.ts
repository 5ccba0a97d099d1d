export type { DiscountReader } from './discount-policy';
export { findDiscountsFor, giveDiscountsBack, takeDiscounts } from './discount-use';
export { createPromotionRepository } from './promotion-repository';
export type { StoredDiscount } from './promotion-repository';
export { promotionRoutes } from './promotion-routes';
export {
  createDiscountService,
  createGlobalPromotions,
  createOwnDiscounts,
  discountItem,
  discountOps,
  discountPersonalData,
  movedDiscountOps,
  withAudience,
} from './promotion-service';
export type { DiscountService } from './promotion-service';
