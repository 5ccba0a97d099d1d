import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { Key, Ms, Texts } from './values';

/** A discount or voucher. Owners and users never leave the server. */
export const Discount = z.object({
  /** Key of the discount. */
  key: Key,
  /** Names by language. */
  name: Texts,
  /** One sentence for guests. */
  descriptionText: z.string(),
  /** End of validity in words; null without a hint. */
  expiryHint: z.nullable(z.string()),
  /** Value in words, `2,00 €`. */
  valueText: z.string(),
  /** Kind of discount in words. */
  typeText: z.string(),
  /** Reason of the discount. */
  type: z.enum(['compensation', 'giftcard', 'goodie', 'loyalty', 'promotion', 'smartprice']),
  /** `override` replaces the price. */
  discountType: z.enum(['absolute', 'percent', 'override']),
  /** Cents, or whole percent for `percent`. */
  value: z.int().check(z.gte(0)),
  /** Total number of uses. */
  quantity: z.int(),
  /** Remaining number of uses. */
  quantityLeft: z.int(),
  /** Whether the reader has used it. */
  usedByMe: z.boolean(),
  /** Key of the only company where the discount is valid. */
  companyRef: z.nullable(Key),
  /** Key of the only restaurant where the discount is valid. */
  restaurantRef: z.nullable(Key),
  /** Key of the only meal for which the discount is valid. */
  mealRef: z.nullable(Key),
  /** Redeemable from this instant on; listed up to 14 days earlier. */
  start: Ms,
  /** Redeemable until just before this instant. */
  end: Ms,
  /** True when the platform pays for the discount. */
  platform: z.boolean(),
  /** True when the discount is valid for every meal of the restaurant. */
  forAllMeals: z.boolean(),
});
export type Discount = z.infer<typeof Discount>;

/** Returns public discounts and the reader's own that are available today or within 14 days, ordered by their end. */
export const getDiscounts = defineRoute({
  name: 'getDiscounts',
  method: 'GET',
  path: '/api/discounts',
  access: 'any',
  answer: z.array(Discount),
  errors: [],
});
