export { reasonLabel } from './refund-error-texts';
export { RefundForm } from './refund-form';
export { amountLeft, parseCents, refundsUnderWay } from './refund-rules';
