import * as z from '@mahlzeit/contract/zod';
import { FileAnswer } from './file-answer';
import { Order } from './order';
import {
  Card,
  CardChoice,
  CardFinish,
  CardFinishAnswer,
  CardRegistration,
  NaturalUserForm,
  OrderAnswer,
  OrderForm,
  PayIn,
  PaymentUser,
} from './payment';
import { paymentErrorCodes } from './payment-options';
import type { PaymentOptionFacts } from './payment-options';
import { defineRoute } from './route';
import { INVITATION_PAGE_SIZE } from './limits';
import { Empty, LookupKey, PageLimit } from './values';

/** Returns the caller's user account at the card payment provider; null before the first card. */
export const getPaymentUser = defineRoute({
  name: 'getPaymentUser',
  method: 'GET',
  path: '/api/payment/user',
  access: 'verified',
  answer: z.nullable(PaymentUser),
  errors: ['providerUnavailable'],
});

/** Returns the caller's cards; an empty list for a caller without a user account at the card payment provider. */
export const getCards = defineRoute({
  name: 'getCards',
  method: 'GET',
  path: '/api/payment/cards',
  access: 'verified',
  answer: z.array(Card),
  errors: ['providerUnavailable', 'ErrorTooManyAttempts'],
});

/** Creates the caller's user account at the card payment provider, or returns the existing one. */
export const createNaturalUser = defineRoute({
  name: 'createNaturalUser',
  method: 'POST',
  path: '/api/payment/createNaturalUser',
  access: 'verified',
  idempotency: 'steps',
  body: NaturalUserForm,
  answer: PaymentUser,
  errors: ['UserNotFound', 'mangopay-error', 'providerUnavailable', 'ErrorTooManyAttempts'],
});

/**
 * Begins the registration of a card. The response contains the data with which the caller's browser sends the card to
 * the provider.
 */
export const registerCard = defineRoute({
  name: 'registerCard',
  method: 'POST',
  path: '/api/payment/cardRegistration',
  access: 'verified',
  idempotency: 'steps',
  body: z.object({
    /** Value of `CardType`. A request without it is refused with `NoCardType`. */
    cardType: z.optional(z.string().check(z.maxLength(50))),
  }),
  answer: CardRegistration,
  errors: [
    'NoCardType',
    'NoPaymentUser',
    'UserNotFound',
    'mangopay-error',
    'providerUnavailable',
    'ErrorTooManyAttempts',
  ],
});

/**
 * Finishes the registration of a card. At the provider the card must belong to the caller. A pre-authorisation verifies
 * the card and is released at once after its success. The first verified card becomes the default card. A repeated
 * request returns the present state. The details of `ErrorTooManyAttempts` contain `nothingBegun: true` when the
 * gateway hasn't asked a bank about the card.
 */
export const finishCardRegistration = defineRoute({
  name: 'finishCardRegistration',
  method: 'POST',
  path: '/api/payment/finishCardRegistration',
  access: 'verified',
  idempotency: 'steps',
  body: CardFinish,
  answer: CardFinishAnswer,
  errors: [
    'NoCardId',
    'NoCardType',
    'NoPreauthorizationId',
    'NoPaymentUser',
    'NoCard',
    'mangopay-error',
    'providerUnavailable',
    'ErrorTooManyAttempts',
  ],
  // The error `NoCard` has status 404 here: a card of another user and a missing card get the same response.
  statuses: { NoCard: 404 },
});

/**
 * Deactivates a card of the caller permanently, also a card whose verification is pending. An inactive card stays
 * inactive. If the default card is deactivated, another usable card becomes the default.
 */
export const deactivateCard = defineRoute({
  name: 'deactivateCard',
  method: 'POST',
  path: '/api/payment/deactivateCard',
  access: 'verified',
  idempotency: 'steps',
  body: CardChoice,
  answer: Empty,
  errors: ['NoCard', 'mangopay-error', 'providerUnavailable', 'ErrorTooManyAttempts'],
  // Status of the error `NoCard`: 400 for a request without a card id; 404 for a card of another user and for a missing
  // card.
  statuses: { NoCard: 404 },
});

/** Makes a card of the caller the default card, which is preselected for payments. */
export const setDefaultCard = defineRoute({
  name: 'setDefaultCard',
  method: 'POST',
  path: '/api/payment/setDefaultCard',
  access: 'verified',
  idempotency: 'steps',
  body: CardChoice,
  answer: Empty,
  errors: ['NoCard', 'mangopay-error', 'providerUnavailable', 'ErrorTooManyAttempts'],
  // Status of the error `NoCard`: 400 for a request without a card id; 404 for a card of another user and for a missing
  // card.
  statuses: { NoCard: 404 },
});

/**
 * Orders a cart and begins its payment. The gateway writes the order and the payment attempt before it asks the
 * provider. A repeated request with the same Idempotency-Key, or a request with the same unpaid cart within a minute,
 * resumes that order and never begins a second one. With `providerUnavailable` the details contain `nothingBegun: true`
 * when no order exists yet; otherwise the outcome is unknown. The details' `reason` is `ordersOff` when no provider is
 * configured, `paymentOptionOff` when this payment option isn't configured, and `reconciling` while the gateway asks
 * the provider what has happened after the state of a restored backup. `meetupBeingPaid`: another order of the caller
 * for that meetup is still being paid. `orderRepeated`: the caller has ordered the same dishes here within the
 * last hour, and that order is paid or may still be paid; the details name it, and `isRepeatConfirmed` orders again.
 * `DiscountLimitExceeded` with `reason: 'notCombinable'`: a voucher was
 * combined with a dish that has its own discount.
 */
export const placeOrder = defineRoute({
  name: 'placeOrder',
  method: 'POST',
  path: '/api/payment/orders',
  access: 'verified',
  idempotency: 'steps',
  body: OrderForm,
  answer: OrderAnswer,
  errors: [
    'MissingRequiredFields',
    'NoItems',
    'NoMeetUpDate',
    'NoCardId',
    'NoCard',
    'NoPaymentUser',
    'NoLegalUser',
    'RestaurantUndefined',
    'ErrorOrderNotToday',
    'ErrorOrderWrongDay',
    'ErrorOrderTooSoon',
    'restaurantClosed',
    'restaurantUnreachable',
    'ordersPaused',
    'OrderMealsChanged',
    'TotalPrice',
    'DiscountLimitExceeded',
    'meetupBeingPaid',
    'orderRepeated',
    'WrongTransactionAuthor',
    'notFound',
    ...paymentErrorCodes(),
    'providerUnavailable',
    'ErrorTooManyAttempts',
  ],
});

const PayInParams = z.object({
  /** Id of the payment at the provider. */
  id: LookupKey,
});

/** Returns the state of a payment of the caller, as the provider reports it. */
export const getPayIn = defineRoute({
  name: 'getPayIn',
  method: 'GET',
  path: '/api/payment/payIn/:id',
  access: 'verified',
  params: PayInParams,
  answer: PayIn,
  // A blank payment id counts as missing, so the response is the error `NoTransactionId`.
  errors: ['NoTransactionId', 'notFound', 'providerUnavailable'],
});

const isCapturedByGateway = ({ capturedBy }: PaymentOptionFacts): boolean => capturedBy === 'gateway';

const PaymentParams = z.object({
  /** Id of the payment at the provider. */
  payInId: LookupKey,
});

/**
 * Asks the provider for the state of a payment and returns its order. The request never charges the diner. After 60
 * requests within a minute, the gateway returns the stored state without asking the provider.
 */
export const updateOrderStatus = defineRoute({
  name: 'updateOrderStatus',
  method: 'PUT',
  path: '/api/payment/orders/:payInId/status',
  access: 'verified',
  idempotency: 'steps',
  params: PaymentParams,
  answer: Order,
  errors: ['OrderNotFound', 'providerUnavailable'],
});

/**
 * Captures a payment that was approved with PayPal. Before that, the gateway checks again whether the order can still
 * be served: if not, the payment is given up and nothing is charged; the issue `notCharged-…` names the reason. A
 * repeated request returns the captured order. Without an approval, the request is refused with PayPal's issue
 * ORDER_NOT_APPROVED. While PayPal reviews the capture, the order is CREATED.
 */
export const captureOrder = defineRoute({
  name: 'captureOrder',
  method: 'POST',
  path: '/api/payment/orders/:payInId/capture',
  access: 'verified',
  idempotency: 'steps',
  params: PaymentParams,
  answer: Order,
  errors: ['OrderNotFound', ...paymentErrorCodes(isCapturedByGateway), 'providerUnavailable', 'ErrorTooManyAttempts'],
});

/**
 * Abandons a payment that the caller no longer wants. A PayPal payment without capture, and a card payment that waits
 * for the bank's authentication, is given up for good: the order is FAILED, its vouchers are available again, and a
 * later approval is not charged (PayPal) or is refunded (card). A repeated request returns the same order. If the
 * payment was paid in the meantime, the order is returned as paid; while nobody knows its state, as UNKNOWN. A payment
 * that had failed before is refused with the provider's own reason.
 */
export const abandonOrder = defineRoute({
  name: 'abandonOrder',
  method: 'POST',
  path: '/api/payment/orders/:payInId/abandon',
  access: 'verified',
  idempotency: 'steps',
  params: PaymentParams,
  answer: Order,
  errors: ['OrderNotFound', ...paymentErrorCodes()],
});

/** Filter and page of the caller's orders. */
export const OrderPage = z.object({
  /**
   * `upcoming`: orders with a coming meal, earliest first; `past`: orders whose meal was half an hour ago or earlier,
   * latest first.
   */
  when: z.enum(['upcoming', 'past']),
  /**
   * Key of the last row that the client already has; absent for the first page. A key of another user's order is
   * refused.
   */
  before: z.optional(LookupKey),
  /** Maximum number of rows. A shorter page is the last one. */
  limit: z._default(PageLimit, INVITATION_PAGE_SIZE),
});
export type OrderPage = z.infer<typeof OrderPage>;

/** Returns the caller's paid orders. */
export const getOrders = defineRoute({
  name: 'getOrders',
  method: 'GET',
  path: '/api/payment/orders',
  access: 'verified',
  query: OrderPage,
  answer: z.array(Order),
  errors: [],
});

const OrderParams = z.object({
  /** Key of an order of the caller. */
  orderKey: LookupKey,
});

/** Returns a paid order of the caller as a calendar file. A fully refunded order cancels its calendar event. */
export const getOrderCalendar = defineRoute({
  name: 'getOrderCalendar',
  method: 'GET',
  path: '/api/payment/orders/:orderKey/calendar.ics',
  access: 'verified',
  params: OrderParams,
  answersFile: 'text/calendar',
  answer: FileAnswer,
  errors: ['OrderNotFound'],
});

/**
 * Returns the receipt of a paid order of the caller, with VAT by rate and refunds, suitable for an employer's meal
 * allowance. At most 30 receipts a minute for one user.
 */
export const getReceipt = defineRoute({
  name: 'getReceipt',
  method: 'GET',
  path: '/api/payment/orders/:orderKey/receipt.pdf',
  access: 'verified',
  params: OrderParams,
  answersFile: 'application/pdf',
  answer: FileAnswer,
  errors: ['OrderNotFound', 'unpaid', 'ErrorTooManyAttempts', 'unavailable'],
});

/** Rates an order of the caller that is past and not fully refunded. A later rating replaces an earlier one. */
export const rateOrder = defineRoute({
  name: 'rateOrder',
  method: 'POST',
  path: '/api/payment/orders/:orderKey',
  access: 'verified',
  params: OrderParams,
  body: z.object({
    /** Stars, 1 to 5. */
    stars: z.int().check(z.gte(1), z.lte(5)),
  }),
  answer: Empty,
  errors: ['OrderNotFound', 'notRatable'],
});

/** Returns an order of the caller, whether it is paid or not. */
export const getOrder = defineRoute({
  name: 'getOrder',
  method: 'GET',
  path: '/api/payment/orders/:orderKey',
  access: 'verified',
  params: OrderParams,
  answer: Order,
  errors: ['OrderNotFound'],
});

/** Returns the order of a payment of the caller, whether it is paid or not. */
export const getOrderByPayIn = defineRoute({
  name: 'getOrderByPayIn',
  method: 'GET',
  path: '/api/payment/orders/byPayIn/:payInId',
  access: 'verified',
  params: PaymentParams,
  answer: Order,
  errors: ['OrderNotFound'],
});
