import * as z from '@mahlzeit/contract/zod';
import { PaymentOption } from './payment-options';
import { Address, RestaurantSummary } from './restaurant';
import { Cents, Key, Ms, Texts } from './values';

/** A discount that was applied. */
export const AppliedDiscount = z.object({
  /** Key of the discount. */
  id: Key,
  /** Deduction in cents: of one piece, or of a whole order. */
  value: Cents,
  /** Names by language. */
  name: Texts,
});
export type AppliedDiscount = z.infer<typeof AppliedDiscount>;

/** One line of an order. */
export const CartItem = z.object({
  /** Key of the line. */
  key: Key,
  /** Key of the meal. */
  mealKey: Key,
  /** Number of pieces. */
  amount: z.int().check(z.gte(1)),
  /** Name of the meal when it was ordered. */
  name: z.string(),
  /** Description of the meal when it was ordered. */
  description: z.string(),
  /** Price of one piece. */
  price: Cents,
  /** Tax category that selects the VAT rates. */
  vatType: z.enum(['FOOD', 'DRINK']),
  /** Rate of VAT in percent. */
  vat: z.number(),
  /** Deposit of one piece, on top of its price; null without one. Never discounted; taxed like its dish. */
  deposit: z.nullable(Cents.check(z.gte(0))),
  /** Discount on this line, per piece; null without one. */
  discount: z.nullable(AppliedDiscount),
  /** Wish to the kitchen, at most 140 characters. */
  comments: z.string(),
  /** Number of refunded pieces. */
  refundedAmount: z.int(),
});
export type CartItem = z.infer<typeof CartItem>;

/** Reasons of a refund. */
export const RefundReason = z.enum([
  'mistake',
  'no_time',
  'too_much_ordered',
  'restaurant_declined_no_capacity',
  'restaurant_declined_no_reaction',
  'restaurant_declined_sold_out',
]);
export type RefundReason = z.infer<typeof RefundReason>;

/** VAT of an order at one rate. */
export const VatShare = z.object({
  /** Rate in percent. */
  rate: z.number(),
  /** Amount without VAT. */
  net: Cents,
  /** Amount of VAT. */
  vat: Cents,
  /** Amount with VAT. */
  gross: Cents,
});
export type VatShare = z.infer<typeof VatShare>;

/** Name and address of a restaurant at the time of an order. */
export const Seller = z.object({
  /** Name of the restaurant. */
  name: z.string(),
  /** Address of the restaurant. */
  address: Address,
});
export type Seller = z.infer<typeof Seller>;

/** Item of the topic `me`, collection `orders`. */
export const Order = z.object({
  /** Key of the order. */
  key: Key,
  /** Order number that the diner shows at the counter. */
  orderId: z.string(),
  /** Id of the provider's payment. */
  payInId: z.string(),
  /** Payment option of the order. */
  paymentOption: PaymentOption,
  /** The card that was charged; null for PayPal. */
  debitedCardId: z.nullable(z.string()),
  /** Key of the restaurant. */
  restaurantId: Key,
  /** The restaurant; null when it no longer exists. */
  restaurant: z.nullable(RestaurantSummary),
  /** Seller as printed on receipts; never changes. null when unknown. */
  seller: z._default(z.nullable(Seller), null),
  /** Time at which the food is eaten or fetched. */
  meetUpDate: Ms,
  /** Key of the invitation; empty without one. */
  meetUp: z.union([Key, z.literal('')]),
  /** Whether the diner takes the food away. */
  isTakeAway: z.boolean(),
  /** Lines of the order. */
  items: z.array(CartItem),
  /** Voucher on the whole order. */
  discount: z.nullable(AppliedDiscount),
  /** Amount paid, before refunds. */
  totalPrice: Cents,
  /** VAT by category. A category without lines is absent. */
  vatByType: z.object({
    /** VAT of the food. */
    FOOD: z.optional(VatShare),
    /** VAT of the drinks. */
    DRINK: z.optional(VatShare),
  }),
  /** Whether the restaurant has accepted the order. */
  accepted: z.boolean(),
  /** Completed refunds, oldest first. */
  refunded: z.array(
    z.object({
      /** Refunded amount. */
      amount: Cents,
      /** Reason of the refund. */
      reason: RefundReason,
      /** Time of the refund. */
      date: Ms,
    }),
  ),
  /**
   * Refunds that are owed but not completed: pending, or given up by the gateway and left to a person. Completed
   * refunds are in `refunded`.
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
        /** Whether the gateway gave up after the provider's refusal. The amount is still owed. */
        isRefused: z.boolean(),
      }),
    ),
    [],
  ),
  /**
   * Whether money was collected for an order that can't use it. The gateway refunds it in full. Only for orders with a
   * FAILED payment; such a refund is in neither list.
   */
  isPaidInVain: z._default(z.boolean(), false),
  /** Payment status reported by the provider. Lists contain SUCCEEDED only. */
  paymentStatus: z.enum(['CREATED', 'SUCCEEDED', 'FAILED', 'UNKNOWN']),
  /** Derived from refunds and acceptance. */
  status: z.enum(['Pending', 'Confirmed', 'CanceledPartly', 'CanceledCompletely', 'CanceledByRestaurant']),
  /** Rating of the diner; null before they have rated. */
  rating: z.nullable(
    z.object({
      /** Stars, 1 to 5. */
      stars: z.int().check(z.gte(1), z.lte(5)),
    }),
  ),
  /** Time at which the order was placed. */
  createdAt: Ms,
});
export type Order = z.infer<typeof Order>;
