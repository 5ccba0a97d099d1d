import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { Key, Ms, Texts } from './values';

/** A discount or voucher. The gateway never sends the owners of a discount or the users who have used it. */
export const Discount = z.object({
  /** Key of the discount, which carts and orders name in `discount.id`. */
  key: Key,
  /** Names of the discount, by language. */
  name: Texts,
  /** Description of the discount in one sentence for guests. */
  descriptionText: z.string(),
  /** End of validity as a text for guests; null when the discount shows no end. */
  expiryHint: z.nullable(z.string()),
  /** Value of the discount as a text for guests, `2,00 €`. */
  valueText: z.string(),
  /** Kind of the discount as a text for guests. */
  typeText: z.string(),
  /** Reason for which the discount exists. */
  type: z.enum(['compensation', 'giftcard', 'goodie', 'loyalty', 'promotion', 'smartprice']),
  /** Effect of `value` on the price: `absolute` and `percent` reduce the price, `override` replaces it. */
  discountType: z.enum(['absolute', 'percent', 'override']),
  /** Amount in cents; for the `discountType` `percent`, whole percent. */
  value: z.int().check(z.gte(0)),
  /** Number of times that all users together may use the discount. */
  quantity: z.int(),
  /** Number of uses that are left of `quantity`. */
  quantityLeft: z.int(),
  /** Whether the requesting user has already used the discount. */
  usedByMe: z.boolean(),
  /** Key of the only company where the discount is valid; null when it is valid in every company. */
  companyRef: z.nullable(Key),
  /** Key of the only restaurant where the discount is valid; null when it is valid in every restaurant. */
  restaurantRef: z.nullable(Key),
  /** Key of the only meal for which the discount is valid; null when it is valid for every meal. */
  mealRef: z.nullable(Key),
  /** Instant from which on guests can redeem the discount. Lists show the discount up to 14 days earlier. */
  start: Ms,
  /** Instant at which the validity ends. Guests can redeem the discount until just before this instant. */
  end: Ms,
  /** True when the platform pays for the discount. */
  platform: z.boolean(),
  /** True when the discount is valid for every meal of the restaurant. */
  forAllMeals: z.boolean(),
});
export type Discount = z.infer<typeof Discount>;

/**
 * Returns the public discounts and the caller's own discounts that are available today or within 14 days, ordered by
 * their end.
 */
export const getDiscounts = defineRoute({
  name: 'getDiscounts',
  method: 'GET',
  path: '/api/discounts',
  access: 'any',
  answer: z.array(Discount),
  errors: [],
});
