import { PaymentOption, paymentOptionFacts } from '@mahlzeit/contract';
import type { PartnerOrder, RefundForm, RefundReason } from '@mahlzeit/contract';
import { formatPrice } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { text } from '../../console-texts';

/** Returns the German text for the reason of a refund. */
export const refundReasonLabel = (reason: RefundReason): string => text(`Reason_${reason}`);

/**
 * Codes with which providers refuse refunds (A.9, A.12 and B.6), with the key of the text for the restaurant. All other
 * codes have nothing to do with refunds.
 */
const textKeyByCodes = [
  [/^(?:001401|CAPTURE_FULLY_REFUNDED)$/, 'Refusal_allBack'],
  [/^001403$/, 'Refusal_tooLate'],
  [/^REFUND_TIME_LIMIT_EXCEEDED$/, 'Refusal_tooLatePaypal'],
  [/^(?:005403|REFUND_AMOUNT_EXCEEDED)$/, 'Refusal_tooMuch'],
  [/^001011$/, 'Refusal_tooHigh'],
  [/^(?:001012|001014|REFUND_AMOUNT_TOO_LOW|CANNOT_BE_ZERO_OR_NEGATIVE|CANNOT_BE_NEGATIVE)$/, 'Refusal_tooLow'],
  [/^DECIMAL_PRECISION$/, 'Refusal_amount'],
  [/^005407$/, 'Refusal_sameToday'],
  [/^005404$/, 'Refusal_fees'],
  [/^001001$/, 'Refusal_noFunds'],
  [/^(?:005405|REFUND_FAILED_INSUFFICIENT_FUNDS)$/, 'Refusal_noFundsNow'],
  [/^005406$/, 'Refusal_failed'],
  [/^(?:001999|009101|009103|009199|009999)$/, 'Refusal_fault'],
  [/^(?:001013|009499|101101|101103|101199)$/, 'Refusal_bank'],
  [/^(?:01902|02624|10110[56]|101410|00800[237])$/, 'Refusal_card'],
  [/^008\d{3}$/, 'Refusal_held'],
  [/^00299[689]$/, 'Refusal_identity'],
  [/^(?:001002|0910[124]|09201|CONSENT_NEEDED|PERMISSION_DENIED|INVALID_ACCOUNT_STATUS)$/, 'Refusal_rights'],
  [/^(?:REFUND_NOT_ALLOWED|REFUND_IS_RESTRICTED)$/, 'Refusal_notAllowed'],
  [/^PARTIAL_REFUND_NOT_ALLOWED$/, 'Refusal_notPartly'],
  [/^MAX_NUMBER_OF_REFUNDS_EXCEEDED$/, 'Refusal_tooOften'],
  [/^PENDING_CAPTURE$/, 'Refusal_pending'],
  [/^(?:REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK|TRANSACTION_DISPUTED)$/, 'Refusal_disputed'],
  [/^(?:REFUND_CAPTURE_CURRENCY_MISMATCH|INVALID_CURRENCY_CODE)$/, 'Refusal_currency'],
  [/^PAYER_ACCOUNT_(?:RESTRICTED|LOCKED_OR_CLOSED)$/, 'Refusal_payer'],
  [/^PAYEE_ACCOUNT_(?:RESTRICTED|LOCKED_OR_CLOSED|INVALID)$/, 'Refusal_payee'],
  [/^INVALID_RESOURCE_ID$/, 'Refusal_unknownPayment'],
  [/^(?:DUPLICATE_INVOICE_ID|PREVIOUS_REQUEST_IN_PROGRESS)$/, 'Refusal_underWay'],
] as const;

/**
 * Refusal of a refund by the payment provider: the payment option of the order, and the provider's code; undefined if
 * there is no code.
 */
interface RefundError extends Pick<PartnerOrder, 'paymentOption'> {
  readonly code?: string | undefined;
}

/**
 * Returns the text that explains to the restaurant why the provider refused a refund: the text for the provider's code,
 * or a general text.
 */
export const refundErrorText = ({ paymentOption, code }: RefundError): string => {
  const key = textKeyByCodes.find(([codePattern]) => code !== undefined && codePattern.test(code))?.[1];
  const refusalReasonText = text(key ?? `Error_${paymentOptionFacts(paymentOption).refusal.code}`);
  // The text names only numeric codes, because these help the support team; PayPal's codes don't.
  return code !== undefined && /^\d{5,6}$/.test(code)
    ? text('RefundRefusedCode', { why: refusalReasonText, code })
    : refusalReasonText;
};

/** Returns the text about a refused refund: first the refund's amount and reason, then the explanation. */
export const refusedRefundText = (
  { amount, reason }: Pick<RefundForm, 'amount' | 'reason'>,
  error: RefundError,
): string =>
  text('RefundRefused', {
    amount: formatPrice(amount),
    reason: refundReasonLabel(reason),
    why: refundErrorText(error),
  });

/** Returns the payment provider's refusal that an API error contains; null for any other error. */
export const refundErrorIn = ({ code, details }: Pick<ApiError, 'code' | 'details'>): RefundError | null => {
  const paymentOption = PaymentOption.options.find(
    (candidateOption) => paymentOptionFacts(candidateOption).refusal.code === code,
  );
  if (paymentOption === undefined) return null;
  const reason = details?.[paymentOptionFacts(paymentOption).refusal.reasonField];
  return { paymentOption, code: typeof reason === 'string' ? reason : undefined };
};
