export { PaymentOptions, useIsPaymentShown } from './payment-options';
export { PaymentView } from './payment-view';
export { verdictOfStatus, paymentFailureTitle } from './payment-rules';
export { usePayment } from './use-payment';
export type { CheckoutPayment } from './use-payment';
