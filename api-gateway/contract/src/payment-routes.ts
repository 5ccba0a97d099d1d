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

/** The caller as the card payment provider knows them; null before the first card. */
export const getPaymentUser = defineRoute({
  name: 'getPaymentUser',
  method: 'GET',
  path: '/api/payment/user',
  access: 'verified',
  answer: z.nullable(PaymentUser),
  errors: ['providerUnavailable'],
});

/** The caller's cards; none without a payment user. */
export const getCards = defineRoute({
  name: 'getCards',
  method: 'GET',
  path: '/api/payment/cards',
  access: 'verified',
  answer: z.array(Card),
  errors: ['providerUnavailable', 'ErrorTooManyAttempts'],
});

/** Makes the caller known to the card payment provider; who is known already is answered as they are. */
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

/** Begins to register a card: what comes back lets the caller's browser hand it to the provider. */
export const registerCard = defineRoute({
  name: 'registerCard',
  method: 'POST',
  path: '/api/payment/cardRegistration',
  access: 'verified',
  idempotency: 'steps',
  body: z.object({
    /** A CardType; without one NoCardType. */
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
 * Finishes a registration. The card must be the caller's with the provider; it is checked by a pre-authorisation, which
 * is released at once when it has served. The first card that succeeds becomes the default. A repeat tells how it
 * stands. With `ErrorTooManyAttempts` the details say `nothingBegun: true` where no bank has been asked about the card.
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
  // A foreign card and one that isn't there are the same.
  statuses: { NoCard: 404 },
});

/**
 * Takes a card of the caller away for good, one that its bank is still asked about, too; one that is away stays so.
 * Where it was the default, another good one becomes it.
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
  // 400 where none is named; a foreign card and one that isn't there are the same.
  statuses: { NoCard: 404 },
});

/** Makes a card of the caller the one that is charged where nobody chooses another. */
export const setDefaultCard = defineRoute({
  name: 'setDefaultCard',
  method: 'POST',
  path: '/api/payment/setDefaultCard',
  access: 'verified',
  idempotency: 'steps',
  body: CardChoice,
  answer: Empty,
  errors: ['NoCard', 'mangopay-error', 'providerUnavailable', 'ErrorTooManyAttempts'],
  // 400 where none is named; a foreign card and one that isn't there are the same.
  statuses: { NoCard: 404 },
});

/**
 * Orders a cart and begins its payment. Order and attempt are written before the provider is asked; a repeat with the
 * same Idempotency-Key, or of the same unpaid cart within a minute, goes on with that order and never begins a second
 * one. With `providerUnavailable` the details say `nothingBegun: true` where there is no order yet; without it nobody
 * knows how it stands. Their `reason` says where nobody can be reached at all: `ordersOff`, nothing can be ordered
 * here, or `paymentOptionOff`, not so. `meetupBeingPaid`: another order of the caller for that meetup is still being
 * paid. `DiscountLimitExceeded` with `reason: 'notCombinable'` in its details: a voucher stands beside a dish with a
 * discount of its own.
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
    'OrderMealsChanged',
    'TotalPrice',
    'DiscountLimitExceeded',
    'meetupBeingPaid',
    'WrongTransactionAuthor',
    'notFound',
    ...paymentErrorCodes(),
    'providerUnavailable',
    'ErrorTooManyAttempts',
  ],
});

const OnePayIn = z.object({
  /** The provider's payment. */
  id: LookupKey,
});

/** How a payment of the caller stands, by the provider. */
export const getPayIn = defineRoute({
  name: 'getPayIn',
  method: 'GET',
  path: '/api/payment/payIn/:id',
  access: 'verified',
  params: OnePayIn,
  answer: PayIn,
  // A blank id names none.
  errors: ['NoTransactionId', 'notFound', 'providerUnavailable'],
});

const isCapturedByGateway = ({ capturedBy }: PaymentOptionFacts): boolean => capturedBy === 'gateway';

const OnePayment = z.object({
  /** The provider's payment. */
  payInId: LookupKey,
});

/**
 * Asks the provider how a payment stands and answers its order; nothing is charged by it, however often. Beyond 60
 * questions a minute it answers what was last heard.
 */
export const updateOrderStatus = defineRoute({
  name: 'updateOrderStatus',
  method: 'PUT',
  path: '/api/payment/orders/:payInId/status',
  access: 'verified',
  idempotency: 'steps',
  params: OnePayment,
  answer: Order,
  errors: ['OrderNotFound', 'providerUnavailable'],
});

/**
 * Charges what was approved with PayPal; what is captured already is answered the same. Where nobody has approved it,
 * it is refused with PayPal's issue ORDER_NOT_APPROVED; one that PayPal still looks at is answered with its order,
 * which is CREATED.
 */
export const captureOrder = defineRoute({
  name: 'captureOrder',
  method: 'POST',
  path: '/api/payment/orders/:payInId/capture',
  access: 'verified',
  idempotency: 'steps',
  params: OnePayment,
  answer: Order,
  errors: ['OrderNotFound', ...paymentErrorCodes(isCapturedByGateway), 'providerUnavailable', 'ErrorTooManyAttempts'],
});

/**
 * Lets go of a payment that the caller no longer wants. What nobody has captured with PayPal is given up for good: the
 * order is FAILED, its vouchers are back, and whatever is approved there from now on is never charged; a repeat says
 * the same. What was charged meanwhile is answered as paid, what is just being charged as UNKNOWN. By card the bank
 * alone decides: it is asked how it stands. What had come to nothing before is refused with the provider's own reason.
 */
export const abandonOrder = defineRoute({
  name: 'abandonOrder',
  method: 'POST',
  path: '/api/payment/orders/:payInId/abandon',
  access: 'verified',
  idempotency: 'steps',
  params: OnePayment,
  answer: Order,
  errors: ['OrderNotFound', ...paymentErrorCodes()],
});

/** Which page of the caller's orders is asked for. */
export const OrderPage = z.object({
  /** `upcoming`: the next one first; `past`: half an hour after their time, the latest one first. */
  when: z.enum(['upcoming', 'past']),
  /** Key of the last row that the reader has; absent: the first page. One that isn't theirs is refused. */
  before: z.optional(LookupKey),
  /** How many rows at most; a shorter page is the last one. */
  limit: z._default(PageLimit, INVITATION_PAGE_SIZE),
});
export type OrderPage = z.infer<typeof OrderPage>;

/** The caller's orders that were paid. */
export const getOrders = defineRoute({
  name: 'getOrders',
  method: 'GET',
  path: '/api/payment/orders',
  access: 'verified',
  query: OrderPage,
  answer: z.array(Order),
  errors: [],
});

const OneOrder = z.object({
  /** Names the order. */
  orderKey: LookupKey,
});

/** A paid order of the caller for their calendar; one that was given back whole takes itself out of it again. */
export const getOrderCalendar = defineRoute({
  name: 'getOrderCalendar',
  method: 'GET',
  path: '/api/payment/orders/:orderKey/calendar.ics',
  access: 'verified',
  params: OneOrder,
  answersFile: 'text/calendar',
  answer: FileAnswer,
  errors: ['OrderNotFound'],
});

/**
 * What a paid order of the caller cost, with VAT by rate and what went back: to keep, and fit for an employer's meal
 * allowance. One person may have 30 a minute drawn.
 */
export const getReceipt = defineRoute({
  name: 'getReceipt',
  method: 'GET',
  path: '/api/payment/orders/:orderKey/receipt.pdf',
  access: 'verified',
  params: OneOrder,
  answersFile: 'application/pdf',
  answer: FileAnswer,
  errors: ['OrderNotFound', 'unpaid', 'ErrorTooManyAttempts', 'unavailable'],
});

/** Rates an order of the caller that is past and was not given back whole; again replaces. */
export const rateOrder = defineRoute({
  name: 'rateOrder',
  method: 'POST',
  path: '/api/payment/orders/:orderKey',
  access: 'verified',
  params: OneOrder,
  body: z.object({
    /** 1 to 5, whole. */
    stars: z.int().check(z.gte(1), z.lte(5)),
  }),
  answer: Empty,
  errors: ['OrderNotFound', 'notRatable'],
});

/** An order of the caller, however its payment stands. */
export const getOrder = defineRoute({
  name: 'getOrder',
  method: 'GET',
  path: '/api/payment/orders/:orderKey',
  access: 'verified',
  params: OneOrder,
  answer: Order,
  errors: ['OrderNotFound'],
});

/** The order of a payment of the caller, however it stands. */
export const getOrderByPayIn = defineRoute({
  name: 'getOrderByPayIn',
  method: 'GET',
  path: '/api/payment/orders/byPayIn/:payInId',
  access: 'verified',
  params: OnePayment,
  answer: Order,
  errors: ['OrderNotFound'],
});
