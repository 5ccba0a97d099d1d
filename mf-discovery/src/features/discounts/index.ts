export { atDealPrices, bestDeal, dealPriceWords } from './deal-rules';
export type { DealsNow } from './deal-rules';
export { DiscountTickets } from './discount-tickets';
