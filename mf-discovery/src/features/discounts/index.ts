export { atDealPrices, bestDeal, dealPriceLabel } from './deal-rules';
export type { DealsNow } from './deal-rules';
