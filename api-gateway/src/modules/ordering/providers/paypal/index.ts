import { PRODUCTION_URLS } from '../../../../platform';
import { PAYMENT_GONE, PAYMENT_LAPSED, PAYMENT_ABANDONED, REQUEST_NEVER_ARRIVED, PAYMENT_REPLACED } from '../port';
import type { PaymentOptionDescriptor } from '../port';
import { createPaypalClient } from './paypal-client';

/** Codes („issues“) of PayPal that stand for reasons of the gateway. */
const ISSUE_BY_REASON: Readonly<Record<string, string>> = {
  [REQUEST_NEVER_ARRIVED]: 'INVALID_RESOURCE_ID',
  [PAYMENT_GONE]: 'INVALID_RESOURCE_ID',
  [PAYMENT_ABANDONED]: 'ORDER_EXPIRED',
  [PAYMENT_REPLACED]: 'ORDER_EXPIRED',
  [PAYMENT_LAPSED]: 'ORDER_EXPIRED',
};

/** Payment option by a PayPal account (B). */
export const paypalOption: PaymentOptionDescriptor = {
  provider: 'paypal',
  webhookMethod: 'post',
  returnPath: '/restaurants',
  codes: {
    userReason: (failureReason) =>
      ISSUE_BY_REASON[failureReason] ?? (/^[A-Z]/.test(failureReason) ? failureReason : 'TRANSACTION_REFUSED'),
    errorMessage: (paypalIssue) => JSON.stringify({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue: paypalIssue }] }),
    notApprovedCode: 'ORDER_NOT_APPROVED',
    fullyRefunded: ['CAPTURE_FULLY_REFUNDED'],
    finalRefundRefusals: [
      'REFUND_TIME_LIMIT_EXCEEDED',
      'REFUND_AMOUNT_EXCEEDED',
      'REFUND_AMOUNT_TOO_LOW',
      'REFUND_NOT_ALLOWED',
      'PARTIAL_REFUND_NOT_ALLOWED',
      'REFUND_IS_RESTRICTED',
      'MAX_NUMBER_OF_REFUNDS_EXCEEDED',
      'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK',
      'REFUND_CAPTURE_CURRENCY_MISMATCH',
      'INVALID_RESOURCE_ID',
      'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
      'PAYEE_ACCOUNT_LOCKED_OR_CLOSED',
    ],
  },
  moneyOf: ({ paypal }) => (paypal === null ? 'none' : paypal.baseUrl === PRODUCTION_URLS.paypal ? 'real' : 'test'),
  connect: ({ config: { paypal }, ...deps }) =>
    paypal === null ? null : createPaypalClient({ ...deps, config: paypal }),
};
