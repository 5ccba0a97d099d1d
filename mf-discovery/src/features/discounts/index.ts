export { atDealPrices, bestDeal, dealPriceWords } from './deal-rules';
export type { DealBadgeWords, DealsNow } from './deal-rules';
export { DiscountTickets } from './discount-tickets';
