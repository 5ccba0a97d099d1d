export { CheckoutSheet } from './checkout-sheet';
