import { defineTexts, errorText, isObject, parseStored } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

const { text, has } = defineTexts('ordering-providers', de);

/** Why a payment came to nothing, for its diner. */
export interface FailureText {
  readonly text: string;
  /** The provider's number of it, to name to whoever helps; null where it has none that says anything. */
  readonly code: string | null;
  /** False: money was taken and goes back. */
  readonly isNothingCharged: boolean;
}

const PROVIDER_PREFIX = 'mangopay-error/';
const NAME_PREFIX = 'firebase/';

/** What is wrong with an order's time has names of its own. */
const timeErrors = ['ErrorOrderNotToday', 'ErrorOrderWrongDay', 'ErrorOrderTooSoon'] as const;

/** What was paid after all can't be used, and goes back (ADR 34). */
const COMES_BACK = new Set(['tooLate', 'amountMismatch', 'meetupTaken']);

const textFor = (said: string, code: string | null = null): FailureText => ({ text: said, code, isNothingCharged: true });

const known = (key: string): string | null => (has(key) ? text(key) : null);
const ofPayment = (code: string): string | null => known(`ErrorPayment_${code}`);
const ofPaypal = (issue: string): string | null => known(`ErrorPayPal_${issue}`);

const unknown = (): string => errorText(null);

const saidByProvider = (code: string): FailureText => {
  if (COMES_BACK.has(code)) return { text: text('PaymentComesBack'), code: null, isNothingCharged: false };
  // A raw key says nothing to anybody, and isn't the bank's; its number helps whoever is asked for help.
  return /^\d{4,6}$/.test(code) ? textFor(ofPayment(code) ?? text('PaymentRefusedByBank'), code) : textFor(text('PaymentFailed'));
};

const issueIn = (message: string): string | null => {
  const parsed = parseStored(message);
  if (!isObject(parsed) || !Array.isArray(parsed['details'])) return null;
  const first: unknown = parsed['details'][0];
  return isObject(first) && typeof first['issue'] === 'string' ? first['issue'] : '';
};

const byMessage = (message: string): FailureText | null => {
  if (message.startsWith(PROVIDER_PREFIX)) return saidByProvider(message.slice(PROVIDER_PREFIX.length));
  if (message.startsWith(NAME_PREFIX)) return textFor(ofPayment(message.slice(NAME_PREFIX.length)) ?? unknown());
  const issue = issueIn(message);
  if (issue === null) return null;
  // PayPal's own are in capitals.
  return COMES_BACK.has(issue) ? saidByProvider(issue) : textFor(ofPaypal(issue) ?? text(/^[a-z]/.test(issue) ? 'PaymentFailed' : 'PaymentRefusedByPayPal'));
};

/** A server's name; null where it has none of ours. */
const byName = ({ code, details }: ApiError): string | null => {
  const hours = details?.['hours'];
  if (code === 'OrderNotCancelable' && typeof hours === 'number') return text('ErrorPayment_OrderNotCancelableWithin', { hours });
  const time = timeErrors.find((each) => each === code);
  return time === undefined ? ofPayment(code) : text(time);
};

/** S2§8, in its order: what the provider's number says, a name of the server, PayPal's issue, a ResultCode, the HTTP status, and else that it is unknown. */
export const failureTextOf = (failure: ApiError): FailureText => {
  const { message, details, code } = failure;
  const said = message === null ? null : byMessage(message);
  if (said !== null) return said;
  const resultCode = details?.['ResultCode'];
  if (typeof resultCode === 'string') return saidByProvider(resultCode);
  if (code === 'mangopay-error') return saidByProvider('');
  if (code === 'paypal-error') return textFor(text('PaymentRefusedByPayPal'));
  return textFor(byName(failure) ?? errorText(failure));
};
