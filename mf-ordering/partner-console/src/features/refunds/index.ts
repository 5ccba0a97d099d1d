export { refundReasonLabel } from './refund-error-texts';
export { RefundForm } from './refund-form';
export { refundableAmount, refundsUnderWay } from './refund-rules';
