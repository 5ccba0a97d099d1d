import * as z from '@mahlzeit/contract/zod';
import { Offer } from './menu';
import { Order, RefundReason } from './order';
import { paymentErrorCodes } from './payment-options';
import { Restaurant } from './restaurant';
import { defineRoute } from './route';
import type { Key } from './values';
import { Cents, Day, Empty, LookupKey, Ms, PageLimit } from './values';

/**
 * A paid order as its restaurant sees it; item of the topic `partner/{key}`, collection `orders`. The order contains
 * the payment option, but no other data about the payment.
 */
export const PartnerOrder = z.extend(Order, {
  /**
   * Whether the gateway has begun to refund the order because nobody had accepted it in time. The order can't be
   * accepted any more, also when the provider has refused that refund.
   */
  hasAutomaticRefund: z._default(z.boolean(), false),
  /** Name of the diner as the restaurant sees it, `Jule P.`; empty for a deleted user. */
  customer: z.string(),
  /**
   * Number of people of the order's meetup at its last update; absent without a meetup. The field `meetUp` is always
   * empty in a partner's order, because the restaurant must not learn who the other attendees are.
   */
  meetUpSize: z.optional(z.int().check(z.gte(1))),
  /**
   * Refunds that are not completed: pending refunds, and the last refund if its provider has refused it. Completed
   * refunds are in `refunded`. When a refused refund is requested again, only the new request appears.
   */
  openRefunds: z._default(
    z.array(
      z.object({
        /** Amount to refund. */
        amount: Cents,
        /** Reason of the refund. */
        reason: RefundReason,
        /** Time of the refund request. */
        date: Ms,
        /**
         * True when the provider has refused the refund: no money was paid back, and the gateway does not try again.
         * False while the outcome is unknown; the gateway then continues by itself.
         */
        isRefused: z.boolean(),
        /** Provider's code of the refusal: a ResultCode for a card, an issue for PayPal. Absent without a refusal. */
        code: z.optional(z.string()),
      }),
    ),
    [],
  ),
});
export type PartnerOrder = z.infer<typeof PartnerOrder>;

/**
 * A dish of one day as its restaurant sees it, also while it is sold out; item of the topic `partner/{key}`, collection
 * `menu`.
 */
export const PartnerOffer = z.extend(Offer, {
  /**
   * Time since which the dish is sold out; null while it is on the menu. `putPartnerMeal` brings the dish back to the
   * menu unless its `isSoldOut` is true.
   */
  soldOutSince: z.nullable(Ms),
});
export type PartnerOffer = z.infer<typeof PartnerOffer>;

/** Filter and page of the paid orders that a partner's token may read. */
export const PartnerOrderPage = z.object({
  /** Key of the restaurant whose orders are returned; absent for all restaurants of the token. */
  restaurantId: z.optional(LookupKey),
  /**
   * Earliest time of the meal: only orders with a meal at this instant or later are returned. Without this field,
   * orders since the beginning of the day are returned; shortly after midnight also orders of the evening that are not
   * past yet.
   */
  since: z.optional(z.pipe(z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)), Ms)),
  /**
   * Key of the last order on the previous page, if its meal is at `since`. Of the orders with a meal at that instant,
   * only those after this order are returned.
   */
  after: z.optional(LookupKey),
  /** Maximum number of orders, 1 to 50. */
  limit: z._default(PageLimit, 50),
});
export type PartnerOrderPage = z.infer<typeof PartnerOrderPage>;

/** Returns paid orders, ordered by the time of the meal. */
export const getPartnerOrders = defineRoute({
  name: 'getPartnerOrders',
  method: 'GET',
  path: '/api/partner/orders',
  access: 'partner',
  query: PartnerOrderPage,
  answer: z.array(PartnerOrder),
  errors: ['notFound'],
});

const PartnerOrderParams = z.object({
  /** Key of an order of the token's restaurants. */
  key: LookupKey,
});

/**
 * Reports that the partner console of the token's restaurant is open. The console repeats this request every minute.
 * Without a report of the last two and a half minutes the restaurant gets its orders by e-mail at once (Decision 39).
 * Error `notFound` for a token of all restaurants.
 */
export const reportOpenCounter = defineRoute({
  name: 'reportOpenCounter',
  method: 'POST',
  path: '/api/partner/counter',
  isRead: true,
  access: 'partner',
  answer: Empty,
  errors: ['notFound'],
});

/**
 * Accepts an order. Accepting it again changes nothing. Error `canceled` when the order is refunded in full, or when
 * its automatic refund has begun because nobody accepted it in time; error `acceptingOver` when the meal was half an
 * hour ago or earlier.
 */
export const acceptPartnerOrder = defineRoute({
  name: 'acceptPartnerOrder',
  method: 'POST',
  path: '/api/partner/orders/:key/accept',
  access: 'partner',
  // The response contains the diner's name, so the gateway doesn't store it for repeated requests. A repeated request
  // returns the present state of the same order.
  idempotency: 'steps',
  params: PartnerOrderParams,
  answer: PartnerOrder,
  errors: ['notFound', 'canceled', 'acceptingOver'],
});

/** Amount and reason of a refund, with the refunded lines if it belongs to lines. */
export const RefundForm = z.object({
  /** Amount to refund in cents: at least one cent, at most the part of the payment that is not refunded yet. */
  amount: Cents.check(z.gte(1)),
  /** Reason of the refund. The diner sees it as a text. */
  reason: RefundReason,
  /**
   * Lines of the order to which the refund belongs, if it belongs to lines. Their `refundedAmount` counts the refunded
   * pieces.
   */
  items: z.optional(
    z
      .array(
        z.object({
          /** Key of the refunded line, as in `CartItem.key`. */
          key: LookupKey,
          /** Number of refunded pieces. */
          amount: z.int().check(z.gte(1)),
        }),
      )
      .check(z.maxLength(100)),
  ),
});
export type RefundForm = z.infer<typeof RefundForm>;

/**
 * Refunds money of a paid order. The first transaction binds the Idempotency-Key to the refund, so that a repeated
 * request resumes the refund and pays nothing twice. Refuses the same amount twice on one day, every refund after 11
 * months, and more than was paid. After `providerUnavailable` the refund is pending; `openRefunds` shows its progress.
 */
export const refundPartnerOrder = defineRoute({
  name: 'refundPartnerOrder',
  method: 'POST',
  path: '/api/partner/orders/:key/refund',
  access: 'partner',
  idempotency: 'steps',
  params: PartnerOrderParams,
  body: RefundForm,
  answer: PartnerOrder,
  errors: [
    'notFound',
    'OrderNotCancelable',
    'refundExceedsAmount',
    'refundOncePerDay',
    'refundWindowExpired',
    ...paymentErrorCodes(),
    'providerUnavailable',
  ],
});

/**
 * Returns the restaurant of the token with its menu of today, also a restaurant that is no longer listed. The token for
 * all restaurants gets `notFound`, because it belongs to no single restaurant.
 */
export const getPartnerRestaurant = defineRoute({
  name: 'getPartnerRestaurant',
  method: 'GET',
  path: '/api/partner/restaurant',
  access: 'partner',
  answer: Restaurant,
  errors: ['notFound'],
});

/** Returns the menu of a day, including sold-out dishes. */
export const getPartnerMenu = defineRoute({
  name: 'getPartnerMenu',
  method: 'GET',
  path: '/api/partner/meals',
  access: 'partner',
  query: z.object({
    /** Key of the restaurant whose menu is returned. */
    restaurantId: LookupKey,
    /** Day of the menu; absent for today. */
    date: z.optional(Day),
  }),
  answer: z.array(PartnerOffer),
  errors: ['notFound'],
});

/**
 * Returns the name of the live topic for a restaurant's partner console, with the paid orders of today (`orders`) and
 * the menu of today (`menu`). Only the restaurant's own token may read the topic.
 */
export const partnerTopic = (restaurantKey: Key): string => `partner/${restaurantKey}`;
