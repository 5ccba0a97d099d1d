export { PaymentOptions, useIsPaymentShown } from './payment-options';
export { PaymentView } from './payment-view';
export { verdictOfStatus, failureTitle } from './payment-rules';
export { usePayment } from './use-payment';
export type { Payment } from './use-payment';
