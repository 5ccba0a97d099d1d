import { PaymentOption, paymentOptionFacts } from '@mahlzeit/contract';
import { defineTexts, errorText } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { paymentOptionView } from '../payment-options';
import de from './locales/de.json';

const { text, has } = defineTexts('ordering-providers', de);

/** Text for the diner about a failed payment. */
export interface FailureText {
  readonly text: string;
  /** Provider's number, to name to support; null where it has none that helps. */
  readonly code: string | null;
  /** False: money was taken and goes back. */
  readonly isNothingCharged: boolean;
  /** False: nobody has refused the card; its owner cancelled, time ran out, or something failed in between. */
  readonly isRefused: boolean;
}

const NAME_PREFIX = 'firebase/';

/** Errors of an order's time have codes of their own. */
const timeErrors = ['ErrorOrderNotToday', 'ErrorOrderWrongDay', 'ErrorOrderTooSoon'] as const;

/**
 * Meaning of a provider's number for a card that is only registered: nothing is paid, so no text may ask for another
 * way to pay.
 */
const ofCards = [
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

/** Meaning of the gateway's codes for a card that is only registered. */
const namesOfCards = {
  providerUnavailable: 'CardProviderUnavailable',
  NoPaymentUser: 'CardWithoutNames',
  NoCard: 'CardGone',
  NoCardId: 'CardNotArrived',
  UserNotFound: 'CardOwnerUnknown',
} as const;

/** Results that don't speak against the card. */
const NOT_REFUSED: ReadonlySet<string> = new Set([
  'CardCanceled',
  'CardTimedOut',
  'CardNeedsRelease',
  'CardProviderFailed',
] satisfies readonly (typeof ofCards)[number][1][]);

/** Reasons for which money that was taken can't be used and goes back (ADR 34). */
const COMES_BACK = new Set(['tooLate', 'amountMismatch', 'meetupTaken']);

const textFor = (message: string, code: string | null = null): FailureText => ({
  text: message,
  code,
  isNothingCharged: true,
  isRefused: true,
});

const textOfKey = (key: string): string | null => (has(key) ? text(key) : null);
const ofPayment = (code: string): string | null => textOfKey(`ErrorPayment_${code}`);
const ofPaypal = (issue: string): string | null => textOfKey(`ErrorPayPal_${issue}`);

const unknown = (): string => errorText(null);

/** Action that has failed: a payment, an action on a card, or a question about a payment that may have succeeded. */
export type FailedAction = 'payment' | 'card' | 'check';

const cardFailureText = (code: string): FailureText => {
  if (!/^\d{4,6}$/.test(code)) return textFor(text('CardRefused'));
  const key = ofCards.find(([codes]) => codes.test(code))?.[1];
  if (key === undefined) return textFor(ofPayment(code) ?? unknown(), code);
  return { ...textFor(text(key), code), isRefused: !NOT_REFUSED.has(key) };
};

const paymentFailureText = (code: string): FailureText => {
  if (COMES_BACK.has(code))
    return { text: text('PaymentComesBack'), code: null, isNothingCharged: false, isRefused: true };
  // A raw key says nothing to anybody; a number helps support.
  return /^\d{4,6}$/.test(code) ? textFor(ofPayment(code) ?? unknown(), code) : textFor(text('PaymentFailed'));
};

const ofProvider = (code: string, failedAction: FailedAction): FailureText =>
  failedAction === 'card' ? cardFailureText(code) : paymentFailureText(code);

/** Returns the text of a gateway's code; null where the code is unknown. */
const ofName = (name: string, failedAction: FailedAction): string | null => {
  const ofCard =
    failedAction === 'card' ? Object.entries(namesOfCards).find(([each]) => each === name)?.[1] : undefined;
  return ofCard === undefined ? ofPayment(name) : text(ofCard);
};

const paypalFailureText = (issue: string): FailureText => {
  if (issue === '') return textFor(text('PaymentRefusedByPayPal'));
  if (COMES_BACK.has(issue)) return paymentFailureText(issue);
  // Issues of PayPal are in capitals; others are the gateway's own.
  return textFor(ofPaypal(issue) ?? (/^[a-z]/.test(issue) ? text('PaymentFailed') : unknown()));
};

/** Texts of each option's refusals, by the provider's reason; empty: the provider names none. */
const refusalTexts: Readonly<Record<PaymentOption, (reason: string, failedAction: FailedAction) => FailureText>> = {
  card: ofProvider,
  paypal: paypalFailureText,
};

const byMessage = (message: string, failedAction: FailedAction): FailureText | null => {
  if (message.startsWith(NAME_PREFIX))
    return textFor(ofName(message.slice(NAME_PREFIX.length), failedAction) ?? unknown());
  for (const option of PaymentOption.options) {
    const reason = paymentOptionView(option).refusalReason(message);
    if (reason !== null) return refusalTexts[option](reason, failedAction);
  }
  return null;
};

/** Returns the text of an error by its code and details; null where the code is unknown. */
const byName = ({ code, details, retryAfterMs }: ApiError, failedAction: FailedAction): string | null => {
  if (code === 'ErrorTooManyAttempts' && retryAfterMs !== null)
    return text('TooManyAttemptsWait', { minutes: Math.max(1, Math.ceil(retryAfterMs / 60_000)) });
  if (details?.['reason'] === 'ordersOff') return text('OrdersOff');
  if (details?.['reason'] === 'paymentOptionOff') return text('PaymentOptionOff');
  const hours = details?.['hours'];
  if (code === 'OrderNotCancelable' && typeof hours === 'number')
    return text('ErrorPayment_OrderNotCancelableWithin', { hours });
  if (code === 'DiscountLimitExceeded' && details?.['reason'] === 'notCombinable')
    return text('ErrorPayment_DiscountNotCombinable');
  const time = timeErrors.find((each) => each === code);
  return time === undefined ? ofName(code, failedAction) : text(time);
};

/**
 * Returns the text of a failure, tried in the order of S2§8: the provider's number, a code of the gateway, PayPal's
 * issue, a ResultCode, the HTTP status, and else a general text.
 */
export const failureTextOf = (failure: ApiError, failedAction: FailedAction = 'payment'): FailureText => {
  const { message, details, code } = failure;
  const messageText = message === null ? null : byMessage(message, failedAction);
  if (messageText !== null) return messageText;
  const resultCode = details?.['ResultCode'];
  if (typeof resultCode === 'string') return ofProvider(resultCode, failedAction);
  const refusedOption = PaymentOption.options.find((option) => paymentOptionFacts(option).refusal.code === code);
  if (refusedOption !== undefined) return refusalTexts[refusedOption]('', failedAction);
  // The payment in question may have succeeded, so the text must not ask for another way to pay.
  if (failedAction === 'check' && code === 'providerUnavailable') return textFor(text('CheckUnavailable'));
  return textFor(byName(failure, failedAction) ?? errorText(failure));
};
