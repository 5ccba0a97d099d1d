export { CheckoutSheet, OrderPanel, OrderPayment } from './checkout-sheet';
