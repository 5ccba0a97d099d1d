export { PaymentOptions } from './payment-options';
export { PaymentView } from './payment-view';
export { afterLook, POLL_PAUSES_MS, REPEAT_PAUSES_MS, RETURN_DELAY_MS } from './payment-rules';
export { failureTitle } from './checkout-texts';
export { usePayment } from './use-payment';
export type { Payment } from './use-payment';
