import * as z from '@mahlzeit/contract/zod';
import { Order } from './order';
import { Card, OrderAnswer, OrderForm, PayIn, PaymentUser } from './payment';
import { defineRoute } from './route';
import { INVITATION_PAGE_SIZE } from './rules/invitation';
import { LookupKey } from './values';

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
  errors: ['providerUnavailable'],
});

/**
 * Orders a cart and begins its payment. Order and attempt are written before the provider is asked; a repeat with the same
 * Idempotency-Key, or of the same unpaid cart within a minute, goes on with that order and never begins a second one.
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
    'MissingRequiredFields', 'NoItems', 'NoMeetUpDate', 'NoCardId', 'NoCard', 'NoPaymentUser', 'NoLegalUser', 'RestaurantUndefined', 'ErrorOrderNotToday', 'ErrorOrderWrongDay', 'ErrorOrderTooSoon',
    'restaurantClosed', 'OrderMealsChanged', 'TotalPrice', 'DiscountLimitExceeded', 'WrongTransactionAuthor', 'notFound', 'mangopay-error', 'paypal-error', 'providerUnavailable', 'ErrorTooManyAttempts',
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
  errors: ['notFound', 'providerUnavailable'],
});

const OnePayment = z.object({
  /** The provider's payment. */
  payInId: LookupKey,
});

/** Asks the provider how a payment stands and answers its order; nothing is charged by it, however often. */
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

/** Charges what was approved with PayPal; what is captured already is answered the same. */
export const captureOrder = defineRoute({
  name: 'captureOrder',
  method: 'POST',
  path: '/api/payment/orders/:payInId/capture',
  access: 'verified',
  idempotency: 'steps',
  params: OnePayment,
  answer: Order,
  errors: ['OrderNotFound', 'paypal-error', 'providerUnavailable'],
});

const Limit = z.pipe(z.pipe(z.string().check(z.regex(/^\d{1,2}$/)), z.transform(Number)), z.number().check(z.gte(1), z.lte(50)));

/** Which page of the caller's orders is asked for. */
export const OrderPage = z.object({
  /** `upcoming`: the next one first; `past`: half an hour after their time, the latest one first. */
  when: z.enum(['upcoming', 'past']),
  /** Key of the last row that the reader has; absent: the first page. One that isn't theirs is refused. */
  before: z.optional(LookupKey),
  /** How many rows at most; a shorter page is the last one. */
  limit: z._default(Limit, INVITATION_PAGE_SIZE),
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

/** An order of the caller, however its payment stands. */
export const getOrder = defineRoute({
  name: 'getOrder',
  method: 'GET',
  path: '/api/payment/orders/:orderKey',
  access: 'verified',
  params: z.object({
    /** Names the order. */
    orderKey: LookupKey,
  }),
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
