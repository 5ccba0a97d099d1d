export type { DiscountReader } from './discount-policy';
export { findDiscountsFor, restoreDiscounts, redeemDiscounts } from './discount-use';
export { createPromotionRepository } from './promotion-repository';
export type { StoredDiscount } from './promotion-repository';
export { promotionRoutes } from './promotion-routes';
export {
  createDiscountService,
  createGlobalPromotions,
  createOwnDiscountSource,
  discountTopicItem,
  computeDiscountOps,
  discountPersonalData,
  movedDiscountOps,
  loadPlacedDiscount,
} from './promotion-service';
export type { DiscountService } from './promotion-service';
