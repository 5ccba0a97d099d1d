import { PaymentOption, paymentOptionFacts } from '@mahlzeit/contract';
import { gatewayRefusalOf } from '@mahlzeit/contract/rules';
import { defineTexts, errorText } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { paymentOptionViewOf } from '../payment-options';
import de from './locales/de.json';

const { text, has } = defineTexts('ordering-providers', de);

/** Text that explains a failure of a payment or a card to the diner. */
export interface FailureText {
  readonly text: string;
  /**
   * Error number of the payment provider, which the user can tell to the support team; null if there is none that helps
   * them.
   */
  readonly code: string | null;
  /** False when money was charged and will be refunded. */
  readonly isNothingCharged: boolean;
  /** False when the card wasn't refused: its owner cancelled, the time limit passed, or something failed in between. */
  readonly isRefused: boolean;
}

const ERROR_NAME_PREFIX = 'firebase/';

/** Error codes that concern the time of an order. Their texts have the same keys. */
const TIME_ERROR_CODES = ['ErrorOrderNotToday', 'ErrorOrderWrongDay', 'ErrorOrderTooSoon'] as const;

/**
 * Text keys for the provider's error numbers while a card is only being registered. Nothing is paid then, so no text
 * may ask for another payment option.
 */
const cardTextKeyByCode = [
  [/^(?:001031|101002)$/, 'CardCanceled'],
  [/^(?:001030|001032|001033|001034|101001|101109)$/, 'CardTimedOut'],
  [/^(?:02624|101105)$/, 'CardExpired'],
  [/^00800[237]$/, 'CardBlocked'],
  [/^008\d{3}$/, 'CardHeld'],
  [/^10130[56]$/, 'CardNeedsRelease'],
  [/^101303$/, 'CardWithoutRelease'],
  [/^1011(?:11|13|18)$/, 'CardTooManyTries'],
  [/^(?:001999|009101|009103|009999|02101|09102|09104|09201)$/, 'CardProviderFailed'],
  [/^(?:00100[12]|00101[1-4]|00299[689]|009199|009499|1011(?:0[1-48]|12|15|99)|101202)$/, 'CardRefused'],
] as const;

/** Text keys for the gateway's error codes while a card is only being registered. */
const cardTextKeyByName = {
  providerUnavailable: 'CardProviderUnavailable',
  NoPaymentUser: 'CardWithoutNames',
  NoCard: 'CardGone',
  NoCardId: 'CardNotArrived',
  UserNotFound: 'CardOwnerUnknown',
} as const;

/** Keys of texts that don't say that the card was refused. */
const NOT_REFUSED_KEYS: ReadonlySet<string> = new Set([
  'CardCanceled',
  'CardTimedOut',
  'CardNeedsRelease',
  'CardProviderFailed',
] satisfies readonly (typeof cardTextKeyByCode)[number][1][]);

const failureTextWithMessage = (message: string, code: string | null = null): FailureText => ({
  text: message,
  code,
  isNothingCharged: true,
  isRefused: true,
});

const localizedTextOf = (key: string): string | null => (has(key) ? text(key) : null);
const paymentErrorTextOf = (code: string): string | null => localizedTextOf(`ErrorPayment_${code}`);
const paypalIssueTextOf = (paypalIssue: string): string | null => localizedTextOf(`ErrorPayPal_${paypalIssue}`);

const unknownErrorText = (): string => errorText(null);

/**
 * Action that has failed: a payment, an action on a card, or a status request for a payment that may have succeeded.
 */
export type FailedAction = 'payment' | 'card' | 'check';

const cardFailureText = (code: string): FailureText => {
  if (!/^\d{4,6}$/.test(code)) return failureTextWithMessage(text('CardRefused'));
  const key = cardTextKeyByCode.find(([codePattern]) => codePattern.test(code))?.[1];
  if (key === undefined) return failureTextWithMessage(paymentErrorTextOf(code) ?? unknownErrorText(), code);
  return { ...failureTextWithMessage(text(key), code), isRefused: !NOT_REFUSED_KEYS.has(key) };
};

/**
 * Returns the text for a payment that the gateway itself refuses: the order can't be served, or its money is refunded
 * (ADR 34). Returns null for a code of the provider.
 */
const gatewayRefusalText = (code: string): FailureText | null => {
  const refusal = gatewayRefusalOf(code);
  if (refusal === null) return null;
  const { reason, isCharged } = refusal;
  const reasonText = text(`Reason_${reason}`);
  return {
    text: isCharged ? text('PaymentComesBack', { reason: reasonText }) : reasonText,
    code: null,
    isNothingCharged: !isCharged,
    isRefused: true,
  };
};

const paymentFailureText = (code: string): FailureText => {
  const gatewayText = gatewayRefusalText(code);
  if (gatewayText !== null) return gatewayText;
  // Only numbers are shown, because they help the support team; all other codes mean nothing to users.
  return /^\d{4,6}$/.test(code)
    ? failureTextWithMessage(paymentErrorTextOf(code) ?? unknownErrorText(), code)
    : failureTextWithMessage(text('PaymentFailed'));
};

const providerFailureText = (code: string, failedAction: FailedAction): FailureText =>
  failedAction === 'card' ? cardFailureText(code) : paymentFailureText(code);

/** Returns the text for an error code of the gateway; null when the code is unknown. */
const errorTextOfCode = (errorCode: string, failedAction: FailedAction): string | null => {
  const cardTextKey =
    failedAction === 'card'
      ? Object.entries(cardTextKeyByName).find(([errorName]) => errorName === errorCode)?.[1]
      : undefined;
  return cardTextKey === undefined ? paymentErrorTextOf(errorCode) : text(cardTextKey);
};

const paypalFailureText = (issue: string): FailureText => {
  if (issue === '') return failureTextWithMessage(text('PaymentRefusedByPayPal'));
  const gatewayText = gatewayRefusalText(issue);
  if (gatewayText !== null) return gatewayText;
  // Error codes (issues) of PayPal are written in capitals; those in lower case come from the gateway.
  return failureTextWithMessage(
    paypalIssueTextOf(issue) ?? (/^[a-z]/.test(issue) ? text('PaymentFailed') : unknownErrorText()),
  );
};

/**
 * Functions that return the text about a refused payment, by payment option. The provider's reason is empty if the
 * provider names none.
 */
const refusalTextByOption: Readonly<
  Record<PaymentOption, (refusalReason: string, failedAction: FailedAction) => FailureText>
> = {
  card: providerFailureText,
  paypal: paypalFailureText,
};

const failureTextByMessage = (message: string, failedAction: FailedAction): FailureText | null => {
  if (message.startsWith(ERROR_NAME_PREFIX))
    return failureTextWithMessage(
      errorTextOfCode(message.slice(ERROR_NAME_PREFIX.length), failedAction) ?? unknownErrorText(),
    );
  for (const paymentOption of PaymentOption.options) {
    const refusalReason = paymentOptionViewOf(paymentOption).refusalReason(message);
    if (refusalReason !== null) return refusalTextByOption[paymentOption](refusalReason, failedAction);
  }
  return null;
};

/** Text keys for the reasons that the gateway adds to an error's details. */
const textKeyByReason = [
  ['ordersOff', 'OrdersOff'],
  ['paymentOptionOff', 'PaymentOptionOff'],
  ['reconciling', 'OrdersReconciling'],
  ['ordered', 'Reason_meetupTaken'],
] as const;

/** Returns the text of an error by its code and details; null when the code is unknown. */
const errorTextByCode = ({ code, details, retryAfterMs }: ApiError, failedAction: FailedAction): string | null => {
  if (code === 'ErrorTooManyAttempts' && retryAfterMs !== null)
    return text('TooManyAttemptsWait', { minutes: Math.max(1, Math.ceil(retryAfterMs / 60_000)) });
  const reasonTextKey = textKeyByReason.find(([reason]) => reason === details?.['reason'])?.[1];
  if (reasonTextKey !== undefined) return text(reasonTextKey);
  const leadHours = details?.['hours'];
  if (code === 'OrderNotCancelable' && typeof leadHours === 'number')
    return text('ErrorPayment_OrderNotCancelableWithin', { hours: leadHours });
  if (code === 'DiscountLimitExceeded' && details?.['reason'] === 'notCombinable')
    return text('ErrorPayment_DiscountNotCombinable');
  const timeErrorCode = TIME_ERROR_CODES.find((errorName) => errorName === code);
  return timeErrorCode === undefined ? errorTextOfCode(code, failedAction) : text(timeErrorCode);
};

/**
 * Returns the text of a failure. The sources are tried in the order of S2§8: the provider's number, a code of the
 * gateway, PayPal's issue, a ResultCode, the HTTP status, and last a general text.
 */
export const failureTextOf = (failure: ApiError, failedAction: FailedAction = 'payment'): FailureText => {
  const { message, details, code } = failure;
  const messageText = message === null ? null : failureTextByMessage(message, failedAction);
  if (messageText !== null) return messageText;
  const resultCode = details?.['ResultCode'];
  if (typeof resultCode === 'string') return providerFailureText(resultCode, failedAction);
  const refusedPaymentOption = PaymentOption.options.find((option) => paymentOptionFacts(option).refusal.code === code);
  if (refusedPaymentOption !== undefined) return refusalTextByOption[refusedPaymentOption]('', failedAction);
  // The payment may have succeeded, so the text must not ask for another payment option.
  if (failedAction === 'check' && code === 'providerUnavailable')
    return failureTextWithMessage(text('CheckUnavailable'));
  return failureTextWithMessage(errorTextByCode(failure, failedAction) ?? errorText(failure));
};
