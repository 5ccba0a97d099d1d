export { DiscountsSection } from './discounts';
