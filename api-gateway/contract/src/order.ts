import * as z from '@mahlzeit/contract/zod';
import { PaymentOption } from './payment-options';
import { Address, RestaurantSummary } from './restaurant';
import { Cents, Key, Ms, Texts } from './values';

/** A discount as it was applied to an order. */
export const AppliedDiscount = z.object({
  /** Key of the discount, as in `Discount.key`. */
  id: Key,
  /** Deduction in cents: from the price of one piece, or from the price of the whole order. */
  value: Cents,
  /** Names of the discount, by language. */
  name: Texts,
});
export type AppliedDiscount = z.infer<typeof AppliedDiscount>;

/** One line of an order: a dish and the number of its pieces. */
export const CartItem = z.object({
  /** Key of this line of the order. */
  key: Key,
  /** Key of the meal that was ordered. */
  mealKey: Key,
  /** Number of pieces. */
  amount: z.int().check(z.gte(1)),
  /** Name of the meal when it was ordered. */
  name: z.string(),
  /** Description of the meal when it was ordered. */
  description: z.string(),
  /** Price of one piece, before discount and without deposit. */
  price: Cents,
  /** Tax category that selects the VAT rates. */
  vatType: z.enum(['FOOD', 'DRINK']),
  /** VAT rate of the line in percent. */
  vat: z.number(),
  /**
   * Deposit of one piece, added to its price; null without a deposit. Discounts don't reduce the deposit, and it is
   * taxed like its dish.
   */
  deposit: z.nullable(Cents.check(z.gte(0))),
  /** Discount on this line, per piece; null without one. */
  discount: z.nullable(AppliedDiscount),
  /** Wish of the diner to the kitchen, at most 140 characters. */
  comments: z.string(),
  /** Number of refunded pieces. */
  refundedAmount: z.int(),
});
export type CartItem = z.infer<typeof CartItem>;

/** Reasons that a refund request can give. */
export const RefundReason = z.enum([
  'mistake',
  'no_time',
  'too_much_ordered',
  'restaurant_declined_no_capacity',
  'restaurant_declined_no_reaction',
  'restaurant_declined_sold_out',
]);
export type RefundReason = z.infer<typeof RefundReason>;

/** Net amount, VAT and gross amount of an order at one VAT rate. */
export const VatRateAmounts = z.object({
  /** VAT rate in percent. */
  rate: z.number(),
  /** Amount without VAT. */
  net: Cents,
  /** Amount of VAT. */
  vat: Cents,
  /** Amount with VAT. */
  gross: Cents,
});
export type VatRateAmounts = z.infer<typeof VatRateAmounts>;

/** Name and address of a restaurant at the time of an order. */
export const Seller = z.object({
  /** Name of the restaurant when the order was placed. */
  name: z.string(),
  /** Postal address of the restaurant when the order was placed. */
  address: Address,
});
export type Seller = z.infer<typeof Seller>;

/** An order of the user; item of the topic `me`, collection `orders`. */
export const Order = z.object({
  /** Key of the order in the API. Diner and restaurant see `orderId` instead. */
  key: Key,
  /** Order number that the diner shows in the restaurant to get the food. */
  orderId: z.string(),
  /** Id of the payment at the provider. */
  payInId: z.string(),
  /** Payment option that the diner chose for the order. */
  paymentOption: PaymentOption,
  /** Id of the card that was charged; null for PayPal. */
  debitedCardId: z.nullable(z.string()),
  /** Key of the restaurant that sells the dishes. */
  restaurantId: Key,
  /** Summary of the restaurant; null when the restaurant no longer exists. */
  restaurant: z.nullable(RestaurantSummary),
  /** Seller as printed on receipts; never changes; null when unknown. */
  seller: z._default(z.nullable(Seller), null),
  /** Time at which the food is eaten or collected. */
  meetUpDate: Ms,
  /** Key of the invitation for which the diner ordered; empty without an invitation. */
  meetUp: z.union([Key, z.literal('')]),
  /**
   * True when the diner ordered for a meetup and the order no longer belongs to it, because the meetup was called off,
   * or because the order was paid too late for it. The order itself stays.
   */
  isMeetUpLost: z._default(z.boolean(), false),
  /** Whether the diner takes the food away. */
  isTakeAway: z.boolean(),
  /** Dishes of the order, one line each. */
  items: z.array(CartItem),
  /** Voucher on the complete order; null without one. */
  discount: z.nullable(AppliedDiscount),
  /** Amount paid, before refunds. */
  totalPrice: Cents,
  /** VAT by category. A category without lines is absent. */
  vatByType: z.object({
    /** VAT of the food; absent for an order without food. */
    FOOD: z.optional(VatRateAmounts),
    /** VAT of the drinks; absent for an order without drinks. */
    DRINK: z.optional(VatRateAmounts),
  }),
  /** Whether the restaurant has accepted the order. */
  accepted: z.boolean(),
  /** Completed refunds, oldest first. */
  refunded: z.array(
    z.object({
      /** Amount that was paid back to the diner. */
      amount: Cents,
      /** Reason of the refund. */
      reason: RefundReason,
      /** Time of the refund. */
      date: Ms,
    }),
  ),
  /**
   * Refunds that are owed but not completed: pending, or given up by the gateway after the provider's refusal and left
   * to a person. Completed refunds are in `refunded`.
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
   * True when the provider collected money although the payment counts as FAILED, so that the money can't pay for the
   * order. The gateway refunds it in full; this refund is neither in `refunded` nor in `openRefunds`.
   */
  isPaidInVain: z._default(z.boolean(), false),
  /**
   * Code of the refusal of a FAILED payment: the provider's code, or a reason of the gateway why the money was not
   * taken (`notCharged-tooLate`) or is paid back (`tooLate`). Null without a refusal.
   */
  refusalCode: z._default(z.nullable(z.string()), null),
  /** Payment status reported by the provider. Lists of orders contain only orders with SUCCEEDED. */
  paymentStatus: z.enum(['CREATED', 'SUCCEEDED', 'FAILED', 'UNKNOWN']),
  /** Status of the order, derived from refunds and acceptance. */
  status: z.enum(['Pending', 'Confirmed', 'CanceledPartly', 'CanceledCompletely', 'CanceledByRestaurant']),
  /** The diner's rating; null before the diner has rated the order. */
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
