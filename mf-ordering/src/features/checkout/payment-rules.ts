import { OrderAnswer, paymentOptionFacts, placeOrder } from '@mahlzeit/contract';
import type { PayIn, PaymentOption, Result } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { defineTexts, parseStored } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { refusedBy } from '../payment-options';
import de from './locales/de.json';

/** German texts of paying. */
export const { useTexts, text } = defineTexts('ordering-checkout', de);

/** Returns the title above each failure. */
export const failureTitle = (): string => text('ErrorPayment_AlertTitle');

/** Step of a payment that its diner sees. */
export type PaymentStep =
  /** Nothing is being paid. */
  | { readonly kind: 'none' }
  /** An answer of the gateway is awaited; the sheet can't be closed. */
  | { readonly kind: 'waiting' }
  /** The bank asks the diner in a frame. */
  | { readonly kind: 'bank'; readonly url: string }
  /** The page goes to the provider's page. */
  | { readonly kind: 'leaving' }
  /**
   * The diner came back from the provider without an approval; nothing is charged without one. `url` null: the provider
   * names no page to approve on.
   */
  | { readonly kind: 'unapproved'; readonly url: string | null }
  /** The payment has failed for good. */
  | { readonly kind: 'refused'; readonly failure: ApiError }
  /** Nobody knows the status. `bankUrl`: page on which the diner can still decide, after leaving the bank's frame. */
  | { readonly kind: 'unclear'; readonly bankUrl: string | null; readonly isChecking: boolean };

/**
 * Meaning of a gateway's answer for a payment. `open`: undecided; `unknown`: no answer, or an answer that says nothing.
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

/** Pauses between quiet questions while the status is unclear; the last one repeats. */
export const QUIET_PAUSES_MS: readonly number[] = [5_000, 10_000, 20_000, 30_000, 60_000];

const approveLink = ({ links }: OrderAnswer): string | null => links.find(({ rel }) => rel === 'approve')?.href ?? null;

/**
 * Statuses that say nothing about an order sent before: the session is being renewed or has lost its rights, too many
 * requests came at once, or the same request is still running.
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

/** Whether something between the page and the gateway has answered: it says nothing about the payment. */
const isAnsweredByAnother = ({ code }: ApiError): boolean => code === 'httpError';

/** Whether the provider could not be reached and nothing has begun. */
const isNothingBegun = ({ code, details }: ApiError): boolean =>
  code === 'providerUnavailable' && details?.['nothingBegun'] === true;

interface CallFacts {
  /**
   * Whether an earlier call under the same key may have arrived: then a refusal that isn't about the order leaves the
   * outcome unknown.
   */
  readonly isRepeat: boolean;
}

/** Whether a failed call leaves the order's outcome open. A payment never counts as failed because nobody answered. */
const isUnknown = (error: ApiError, { isRepeat }: CallFacts): boolean => {
  if (isNothingBegun(error)) return false;
  const { status, code } = error;
  if (
    isAnsweredByAnother(error) ||
    status < 400 ||
    status >= 500 ||
    code === 'requestInProgress' ||
    code === 'idempotencyKeyReused'
  )
    return true;
  return isRepeat && saysNothing.has(status) && !isOfTheOrder.has(code);
};

/** Returns the meaning of the answer to an order. */
export const afterOrder = (
  answer: Result<OrderAnswer, ApiError>,
  { option, ...asked }: CallFacts & { readonly option: PaymentOption },
): PaymentVerdict => {
  if (!answer.ok)
    return isUnknown(answer.error, asked) ? { type: 'unknown' } : { type: 'refused', failure: answer.error };
  const { Status, SecureModeRedirectURL, ResultCode } = answer.value;
  if (Status === 'SUCCEEDED') return { type: 'paid' };
  if (Status === 'FAILED') return { type: 'refused', failure: refusedBy(option, ResultCode) };
  if (paymentOptionFacts(option).approval === 'frame')
    return SecureModeRedirectURL === null ? { type: 'open' } : { type: 'bank', url: SecureModeRedirectURL };
  const url = approveLink(answer.value);
  // Without a page nobody can approve the payment, so nothing can be charged.
  return url === null && !asked.isRepeat
    ? { type: 'refused', failure: refusedBy(option, null) }
    : { type: 'approve', url };
};

/** Returns the meaning of the provider's answer to a question about a payment. */
export const afterLook = (answer: Result<PayIn, ApiError>, option: PaymentOption): PaymentVerdict => {
  if (!answer.ok)
    return answer.error.status === 404 && !isAnsweredByAnother(answer.error)
      ? { type: 'refused', failure: answer.error }
      : { type: 'unknown' };
  const { Status, ResultCode } = answer.value;
  if (Status === 'CREATED') return { type: 'open' };
  return Status === 'SUCCEEDED' ? { type: 'paid' } : { type: 'refused', failure: refusedBy(option, ResultCode) };
};
