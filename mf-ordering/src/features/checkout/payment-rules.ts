import { OrderAnswer, paymentOptionFacts, placeOrder } from '@mahlzeit/contract';
import type { PayIn, PaymentOption, Result } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { defineTexts, parseStored } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { refusedBy } from '../payment-options';
import de from './locales/de.json';

/** German texts of paying. */
export const { useTexts, text } = defineTexts('ordering-checkout', de);

/** What stands over each failure. */
export const failureTitle = (): string => text('ErrorPayment_AlertTitle');

/** What a diner is shown of their payment. */
export type PaymentStep =
  /** Nothing is being paid. */
  | { readonly kind: 'none' }
  /** Somebody is being asked; the sheet can't be closed. */
  | { readonly kind: 'waiting' }
  /** The bank asks the diner, in a frame. */
  | { readonly kind: 'bank'; readonly url: string }
  /** The page is going to PayPal. */
  | { readonly kind: 'leaving' }
  /**
   * The diner came back from PayPal without having approved; nothing is charged unless they do. `url` null: PayPal
   * names no way to go on.
   */
  | { readonly kind: 'unapproved'; readonly url: string | null }
  /** It came to nothing, for good. */
  | { readonly kind: 'refused'; readonly failure: ApiError }
  /** Nobody knows. `bankUrl`: where the diner can still decide, after they have left the bank's page. */
  | { readonly kind: 'unclear'; readonly bankUrl: string | null; readonly isChecking: boolean };

/**
 * What an answer of the gateway says of a payment. `open`: still to be decided; `unknown`: it wasn't heard, or nobody
 * knows.
 */
export type PaymentVerdict =
  | { readonly type: 'paid' | 'open' | 'unknown' }
  | { readonly type: 'refused'; readonly failure: ApiError }
  | { readonly type: 'bank'; readonly url: string }
  | { readonly type: 'approve'; readonly url: string | null };

/** The order's call as a client reads it: an older gateway answered its JSON as a string (S2§7). */
export const placeOrderOrText = {
  ...placeOrder,
  answer: z.union([
    OrderAnswer,
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((json: string) => parseStored(json)),
      ),
      OrderAnswer,
    ),
  ]),
};

/** Pauses between quiet questions while it is unclear; the last one holds from then on. */
export const QUIET_PAUSES_MS: readonly number[] = [5_000, 10_000, 20_000, 30_000, 60_000];

const approveLink = ({ links }: OrderAnswer): string | null => links.find(({ rel }) => rel === 'approve')?.href ?? null;

/**
 * Says nothing of an order that was sent before: the session is being renewed or has lost its rights, too many ask at
 * once, or the same request is still at work.
 */
const saysNothing = new Set([401, 403, 408, 409, 422, 429]);
const isOfTheOrder = new Set([
  'OrderMealsChanged',
  'TotalPrice',
  'DiscountLimitExceeded',
  'meetupBeingPaid',
  'NoPaymentUser',
  'NoLegalUser',
  'restaurantClosed',
]);

/** Somebody between us and the gateway has answered: it says nothing of the payment. */
const isOfAnother = ({ code }: ApiError): boolean => code === 'httpError';

/** The provider couldn't be asked, and nothing was begun. */
const isNothingBegun = ({ code, details }: ApiError): boolean =>
  code === 'providerUnavailable' && details?.['nothingBegun'] === true;

interface Asked {
  /**
   * An earlier call under the same key may have arrived: a refusal that says nothing of the order leaves it unknown.
   */
  readonly isRepeat: boolean;
}

/**
 * Whether a failed call leaves open what became of the order. A payment is never called failed because nobody answered.
 */
const isUnknown = (error: ApiError, { isRepeat }: Asked): boolean => {
  if (isNothingBegun(error)) return false;
  const { status, code } = error;
  if (
    isOfAnother(error) ||
    status < 400 ||
    status >= 500 ||
    code === 'requestInProgress' ||
    code === 'idempotencyKeyReused'
  )
    return true;
  return isRepeat && saysNothing.has(status) && !isOfTheOrder.has(code);
};

/** What the answer to an order says. */
export const afterOrder = (
  answered: Result<OrderAnswer, ApiError>,
  { option, ...asked }: Asked & { readonly option: PaymentOption },
): PaymentVerdict => {
  if (!answered.ok)
    return isUnknown(answered.error, asked) ? { type: 'unknown' } : { type: 'refused', failure: answered.error };
  const { Status, SecureModeRedirectURL, ResultCode } = answered.value;
  if (Status === 'SUCCEEDED') return { type: 'paid' };
  if (Status === 'FAILED') return { type: 'refused', failure: refusedBy(option, ResultCode) };
  if (paymentOptionFacts(option).approval === 'frame')
    return SecureModeRedirectURL === null ? { type: 'open' } : { type: 'bank', url: SecureModeRedirectURL };
  const url = approveLink(answered.value);
  // Nobody can approve it, so nothing can be charged.
  return url === null && !asked.isRepeat
    ? { type: 'refused', failure: refusedBy(option, null) }
    : { type: 'approve', url };
};

/** What a question to the provider says. */
export const afterLook = (answered: Result<PayIn, ApiError>, option: PaymentOption): PaymentVerdict => {
  if (!answered.ok)
    return answered.error.status === 404 && !isOfAnother(answered.error)
      ? { type: 'refused', failure: answered.error }
      : { type: 'unknown' };
  const { Status, ResultCode } = answered.value;
  if (Status === 'CREATED') return { type: 'open' };
  return Status === 'SUCCEEDED' ? { type: 'paid' } : { type: 'refused', failure: refusedBy(option, ResultCode) };
};
