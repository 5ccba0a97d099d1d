import * as z from '@mahlzeit/contract/zod';
import { PaymentOption } from './payment-options';
import { Address, RestaurantSummary } from './restaurant';
import { Cents, Key, Ms, Texts } from './values';

/** A discount as it was applied. */
export const AppliedDiscount = z.object({
  /** Key of the discount. */
  id: Key,
  /** What it took off, in cents: of one piece, or of a whole order. */
  value: Cents,
  /** Its name by language. */
  name: Texts,
});
export type AppliedDiscount = z.infer<typeof AppliedDiscount>;

/** One line of an order. */
export const CartItem = z.object({
  /** Names the line. */
  key: Key,
  /** Key of the meal. */
  mealKey: Key,
  /** How many. */
  amount: z.int().check(z.gte(1)),
  /** Name of the meal when it was ordered. */
  name: z.string(),
  /** Description of the meal when it was ordered. */
  description: z.string(),
  /** Price of one. */
  price: Cents,
  /** Which rates of VAT hold. */
  vatType: z.enum(['FOOD', 'DRINK']),
  /** Rate of VAT in percent. */
  vat: z.number(),
  /** Deposit of one, on top of its price: never discounted, taxed as its own dish; null where there is none. */
  deposit: z.nullable(Cents.check(z.gte(0))),
  /** null where none was applied to this line; its value is of one piece. */
  discount: z.nullable(AppliedDiscount),
  /** A wish to the kitchen, at most 140 characters. */
  comments: z.string(),
  /** How many of them were refunded. */
  refundedAmount: z.int(),
});
export type CartItem = z.infer<typeof CartItem>;

/** Why money went back. */
export const RefundReason = z.enum([
  'mistake',
  'no_time',
  'too_much_ordered',
  'restaurant_declined_no_capacity',
  'restaurant_declined_no_reaction',
  'restaurant_declined_sold_out',
]);
export type RefundReason = z.infer<typeof RefundReason>;

/** VAT of one rate within an order. */
export const VatShare = z.object({
  /** Percent. */
  rate: z.number(),
  /** Without VAT. */
  net: Cents,
  /** The VAT itself. */
  vat: Cents,
  /** With VAT. */
  gross: Cents,
});
export type VatShare = z.infer<typeof VatShare>;

/** A restaurant as it was called, and where it was, when something was ordered from it. */
export const Seller = z.object({
  /** As it stood over the door. */
  name: z.string(),
  /** Where that door was. */
  address: Address,
});
export type Seller = z.infer<typeof Seller>;

/** Item of the topic `me`, collection `orders`. */
export const Order = z.object({
  /** Names the order on the wire. */
  key: Key,
  /** Shown at the counter. */
  orderId: z.string(),
  /** The provider's payment. */
  payInId: z.string(),
  /** How it was paid. */
  paymentOption: PaymentOption,
  /** The card that was charged; null for PayPal. */
  debitedCardId: z.nullable(z.string()),
  /** Key of the restaurant. */
  restaurantId: Key,
  /** null where the restaurant is gone. */
  restaurant: z.nullable(RestaurantSummary),
  /** Who sold it, as its papers say it for ever; null where nobody knows any more. */
  seller: z._default(z.nullable(Seller), null),
  /** When it is eaten or fetched. */
  meetUpDate: Ms,
  /** Key of the invitation; empty where there is none. */
  meetUp: z.union([Key, z.literal('')]),
  /** Whether the food is taken away. */
  isTakeAway: z.boolean(),
  /** What was ordered. */
  items: z.array(CartItem),
  /** The voucher on the whole order. */
  discount: z.nullable(AppliedDiscount),
  /** What was paid, before refunds. */
  totalPrice: Cents,
  /** VAT by its type; a type that was not ordered is absent. */
  vatByType: z.object({
    /** Of the food. */
    FOOD: z.optional(VatShare),
    /** Of the drinks. */
    DRINK: z.optional(VatShare),
  }),
  /** Whether the restaurant took it. */
  accepted: z.boolean(),
  /** What went back, in order of time. */
  refunded: z.array(
    z.object({
      /** How much went back. */
      amount: Cents,
      /** Why it went back. */
      reason: RefundReason,
      /** When it went back. */
      date: Ms,
    }),
  ),
  /**
   * Money that is owed and hasn't gone back yet: on its way, or given up by itself, so that somebody sees to it. What
   * went back is in `refunded`.
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
        /** Whether it was given up after the provider had refused it; it is owed all the same. */
        isRefused: z.boolean(),
      }),
    ),
    [],
  ),
  /**
   * Whether money was taken that can't be used for it, and goes back whole by itself; only where its payment is FAILED,
   * and in neither list of refunds.
   */
  isPaidInVain: z._default(z.boolean(), false),
  /** What the provider says of the payment; lists hold SUCCEEDED alone. */
  paymentStatus: z.enum(['CREATED', 'SUCCEEDED', 'FAILED', 'UNKNOWN']),
  /** Follows from refunds and acceptance. */
  status: z.enum(['Pending', 'Confirmed', 'CanceledPartly', 'CanceledCompletely', 'CanceledByRestaurant']),
  /** null until it was rated. */
  rating: z.nullable(
    z.object({
      /** 1 to 5. */
      stars: z.int().check(z.gte(1), z.lte(5)),
    }),
  ),
  /** When it was placed. */
  createdAt: Ms,
});
export type Order = z.infer<typeof Order>;
