export { PaymentOptions } from './payment-options';
export { PaymentView } from './payment-view';
export { afterLook } from './payment-rules';
export { failureTitle } from './checkout-texts';
export { usePayment } from './use-payment';
export type { Payment } from './use-payment';
