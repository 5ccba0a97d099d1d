export { reasonLabel } from './refund-error-texts';
export { RefundForm } from './refund-form';
export { amountLeft, centsOf, refundsUnderWay } from './refund-rules';
