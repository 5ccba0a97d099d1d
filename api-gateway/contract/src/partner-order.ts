import * as z from '@mahlzeit/contract/zod';
import { Offer } from './menu';
import { Order, RefundReason } from './order';
import { paymentErrorCodes } from './payment-options';
import { Restaurant } from './restaurant';
import { defineRoute } from './route';
import type { Key } from './values';
import { Cents, Day, LookupKey, Ms, PageLimit } from './values';

/**
 * A paid order as its restaurant sees it; item of the topic `partner/{key}`, collection `orders`. Nothing in it tells
 * how the diner pays beyond the kind.
 */
export const PartnerOrder = z.extend(Order, {
  /** The diner as the counter calls them, `Jule P.`; empty once they are gone. */
  customer: z.string(),
  /**
   * How many people come to the meetup that it is for, when it was last told; absent without one. Its key is always
   * empty here: who else comes is nobody's at the counter.
   */
  meetUpSize: z.optional(z.int().check(z.gte(1))),
  /**
   * Refunds that haven't gone through: those on their way, and the last one where its provider has refused it since.
   * What went through is in `refunded`; what was refused and asked for anew shows as the new one alone.
   */
  openRefunds: z._default(
    z.array(
      z.object({
        /** How much should go back. */
        amount: Cents,
        /** Why. */
        reason: RefundReason,
        /** When it was asked for. */
        date: Ms,
        /**
         * Whether the provider has refused it: then nothing went back, and nobody tries again. False: nobody knows yet,
         * and it goes on by itself.
         */
        isRefused: z.boolean(),
        /**
         * Why the provider has refused it, in its own code: a ResultCode by card, an issue with PayPal. Absent: it
         * hasn't.
         */
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
   * Since when it is off the menu; null: it is on it. Putting the meal brings it back, unless `isSoldOut` says
   * otherwise.
   */
  soldOutSince: z.nullable(Ms),
});
export type PartnerOffer = z.infer<typeof PartnerOffer>;

/** Which paid orders a partner asks for. */
export const PartnerOrderPage = z.object({
  /** Of this restaurant; absent: of all that the token is for. */
  restaurantId: z.optional(LookupKey),
  /**
   * Those whose meal is at this instant or later; absent: since the day began, and shortly after midnight those of the
   * evening that are not past yet.
   */
  since: z.optional(z.pipe(z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)), Ms)),
  /**
   * Key of the last order of a page whose meal was at `since`: of those at that very instant only the ones behind it.
   */
  after: z.optional(LookupKey),
  /** How many at most, 1 to 50. */
  limit: z._default(PageLimit, 50),
});
export type PartnerOrderPage = z.infer<typeof PartnerOrderPage>;

/** Paid orders, the one that is eaten first comes first. */
export const getPartnerOrders = defineRoute({
  name: 'getPartnerOrders',
  method: 'GET',
  path: '/api/partner/orders',
  access: 'partner',
  query: PartnerOrderPage,
  answer: z.array(PartnerOrder),
  errors: ['notFound'],
});

const OneOrder = z.object({
  /** Names the order. */
  key: LookupKey,
});

/** Takes an order on; one that was taken on stays so. Refused once all of it went back. */
export const acceptPartnerOrder = defineRoute({
  name: 'acceptPartnerOrder',
  method: 'POST',
  path: '/api/partner/orders/:key/accept',
  access: 'partner',
  // Its answer names the diner: bound to the order, it isn't kept for repeats, which are told how the order stands.
  idempotency: 'steps',
  params: OneOrder,
  answer: PartnerOrder,
  errors: ['notFound', 'canceled'],
});

/** How much of an order goes back, and why. */
export const RefundForm = z.object({
  /** At least a cent, at most what is left of what was paid. */
  amount: Cents.check(z.gte(1)),
  /** Why; the diner reads it in words. */
  reason: RefundReason,
  /** Which of its lines it is for, where it is for some: counted in their `refundedAmount`. */
  items: z.optional(
    z
      .array(
        z.object({
          /** Key of the line. */
          key: LookupKey,
          /** How many of it. */
          amount: z.int().check(z.gte(1)),
        }),
      )
      .check(z.maxLength(100)),
  ),
});
export type RefundForm = z.infer<typeof RefundForm>;

/**
 * Gives money of a paid order back, under a key that the first commit binds: a repeat resumes it and gives nothing
 * twice. The same amount goes back once a day, nothing after 11 months, never more than was paid. With
 * `providerUnavailable` it is on its way; how it goes on stands in `openRefunds`.
 */
export const refundPartnerOrder = defineRoute({
  name: 'refundPartnerOrder',
  method: 'POST',
  path: '/api/partner/orders/:key/refund',
  access: 'partner',
  idempotency: 'steps',
  params: OneOrder,
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
 * The restaurant whose own token this is, with its menu of today; also one that is not listed any more. The token for
 * all restaurants is nobody's own.
 */
export const getPartnerRestaurant = defineRoute({
  name: 'getPartnerRestaurant',
  method: 'GET',
  path: '/api/partner/restaurant',
  access: 'partner',
  answer: Restaurant,
  errors: ['notFound'],
});

/** The menu of a day, also what is sold out. */
export const getPartnerMenu = defineRoute({
  name: 'getPartnerMenu',
  method: 'GET',
  path: '/api/partner/meals',
  access: 'partner',
  query: z.object({
    /** Whose menu. */
    restaurantId: LookupKey,
    /** Of which day; absent: today. */
    date: z.optional(Day),
  }),
  answer: z.array(PartnerOffer),
  errors: ['notFound'],
});

/**
 * Topic of what a restaurant's counter sees: its paid orders of today (`orders`) and its menu of today (`menu`). Its
 * own token alone reads it.
 */
export const partnerTopic = (restaurantKey: Key): string => `partner/${restaurantKey}`;
