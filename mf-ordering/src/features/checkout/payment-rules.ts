import { OrderAnswer, OrderRepeatedDetails, paymentOptionFacts, placeOrder } from '@mahlzeit/contract';
import type { PayIn, PaymentOption, Result } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { defineTexts, parseStored } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { refusalErrorOf } from '../payment-options';
import de from './locales/de.json';

/** German texts about payments. */
export const { useTexts, text } = defineTexts('ordering-checkout', de);

/** Returns the title of every message about a failed payment. */
export const paymentFailureTitle = (): string => text('ErrorPayment_AlertTitle');

/** Step of a payment, as the diner sees it. */
export type PaymentStep =
  /** No payment is in progress. */
  | { readonly kind: 'none' }
  /** The page waits for a response of the gateway; the sheet can't be closed. */
  | { readonly kind: 'waiting' }
  /** The bank's page asks the diner to approve the payment, in an iframe. */
  | { readonly kind: 'bank'; readonly url: string }
  /** The browser is navigating to the payment provider's page. */
  | { readonly kind: 'leaving' }
  /**
   * The diner has returned from the payment provider without an approval, so nothing is charged. `url` is the page for
   * the approval; null if the provider's response contains none.
   */
  | { readonly kind: 'unapproved'; readonly url: string | null }
  /** The payment has failed, and this is final. */
  | { readonly kind: 'refused'; readonly failure: ApiError }
  /**
   * The status is unknown. `bankUrl`: page on which the diner can still approve the payment after closing the bank's
   * iframe.
   */
  | { readonly kind: 'unclear'; readonly bankUrl: string | null; readonly isChecking: boolean };

/** Payment step of one kind, with the fields of that kind. */
export type PaymentStepOf<Kind extends PaymentStep['kind']> = Extract<PaymentStep, { readonly kind: Kind }>;

/**
 * Meaning that a response of the gateway has for a payment. `open`: undecided; `unknown`: no response, or one that
 * tells nothing about the payment.
 */
export type PaymentVerdict =
  | { readonly type: 'paid' | 'open' | 'unknown' }
  | { readonly type: 'refused'; readonly failure: ApiError }
  | { readonly type: 'bank'; readonly url: string }
  | { readonly type: 'approve'; readonly url: string | null };

/**
 * API route that places an order, with a more tolerant response type: an older gateway returned its JSON as a string
 * (S2§7).
 */
export const placeOrderOrText = {
  ...placeOrder,
  answer: z.union([
    OrderAnswer,
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((jsonText: string) => parseStored(jsonText)),
      ),
      OrderAnswer,
    ),
  ]),
};

/** Pauses between status requests while the status is unclear; the last pause is repeated. */
export const UNCLEAR_STATE_PAUSES_MS: readonly number[] = [5_000, 10_000, 20_000, 30_000, 60_000];

/** Time in ms after which each browser shows in all tabs what one tab has stored. */
export const TAB_STORAGE_DELAY_MS = 500;

const approvalUrlOf = ({ links }: OrderAnswer): string | null =>
  links.find(({ rel }) => rel === 'approve')?.href ?? null;

/**
 * HTTP statuses of a retry that tell nothing about the order sent before: for example, the session is being renewed or
 * has lost its rights, too many requests came at once, or the same request is still running.
 */
const UNINFORMATIVE_STATUSES = new Set([401, 403, 408, 409, 422, 429]);
const ORDER_ERROR_CODES = new Set([
  'OrderMealsChanged',
  'TotalPrice',
  'DiscountLimitExceeded',
  'meetupBeingPaid',
  'orderRepeated',
  'NoPaymentUser',
  'NoLegalUser',
  'restaurantClosed',
  'restaurantUnreachable',
  'ordersPaused',
]);

/** Returns whether a server other than the gateway has responded: such a response tells nothing about the payment. */
const isFromOtherServer = ({ code }: ApiError): boolean => code === 'httpError';

/** Returns whether the gateway could not reach the payment provider, so that no payment was started. */
const isNoPaymentStarted = ({ code, details }: ApiError): boolean =>
  code === 'providerUnavailable' && details?.['nothingBegun'] === true;

/**
 * Returns the order with the same dishes that the diner placed shortly before, as the error contains it; null for
 * another error.
 */
export const repeatedOrderOf = ({ code, details }: ApiError): OrderRepeatedDetails | null =>
  code === 'orderRepeated' ? (z.safeParse(OrderRepeatedDetails, details).data ?? null) : null;

interface PaymentCallFacts {
  /**
   * Whether an earlier request with the same idempotency key may have arrived. A refusal that doesn't concern the order
   * itself then leaves the outcome unknown.
   */
  readonly isRepeat: boolean;
}

/**
 * Returns whether the outcome of the order is unknown after a failed request. A missing response never means that the
 * payment has failed.
 */
const isOutcomeUnknown = (error: ApiError, { isRepeat }: PaymentCallFacts): boolean => {
  if (isNoPaymentStarted(error)) return false;
  const { status, code } = error;
  if (
    isFromOtherServer(error) ||
    status < 400 ||
    status >= 500 ||
    code === 'requestInProgress' ||
    code === 'idempotencyKeyReused'
  )
    return true;
  return isRepeat && UNINFORMATIVE_STATUSES.has(status) && !ORDER_ERROR_CODES.has(code);
};

/** Derives from the gateway's response to an order what it means for the payment. */
export const verdictOfOrder = (
  answer: Result<OrderAnswer, ApiError>,
  { option, ...callFacts }: PaymentCallFacts & { readonly option: PaymentOption },
): PaymentVerdict => {
  if (!answer.ok)
    return isOutcomeUnknown(answer.error, callFacts) ? { type: 'unknown' } : { type: 'refused', failure: answer.error };
  const { Status, SecureModeRedirectURL, ResultCode } = answer.value;
  if (Status === 'SUCCEEDED') return { type: 'paid' };
  if (Status === 'FAILED') return { type: 'refused', failure: refusalErrorOf(option, ResultCode) };
  if (paymentOptionFacts(option).approval === 'frame')
    return SecureModeRedirectURL === null ? { type: 'open' } : { type: 'bank', url: SecureModeRedirectURL };
  const url = approvalUrlOf(answer.value);
  // Without a page for the approval nobody can approve the payment, so nothing can be charged.
  return url === null && !callFacts.isRepeat
    ? { type: 'refused', failure: refusalErrorOf(option, null) }
    : { type: 'approve', url };
};

/** Derives from the payment provider's response about the status of a payment what it means for the payment. */
export const verdictOfStatus = (answer: Result<PayIn, ApiError>, option: PaymentOption): PaymentVerdict => {
  if (!answer.ok)
    return answer.error.status === 404 && !isFromOtherServer(answer.error)
      ? { type: 'refused', failure: answer.error }
      : { type: 'unknown' };
  const { Status, ResultCode } = answer.value;
  if (Status === 'CREATED') return { type: 'open' };
  return Status === 'SUCCEEDED' ? { type: 'paid' } : { type: 'refused', failure: refusalErrorOf(option, ResultCode) };
};
