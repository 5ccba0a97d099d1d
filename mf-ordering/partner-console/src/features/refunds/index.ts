export { refundReasonLabel } from './refund-error-texts';
export { RefundForm } from './refund-form';
export { refundableAmount, parseCents, refundsUnderWay } from './refund-rules';
