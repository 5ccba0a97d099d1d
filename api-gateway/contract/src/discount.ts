import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { Key, Ms, Texts } from './values';

/** A discount or voucher; owners and users never leave the server. */
export const Discount = z.object({
  /** Names the discount on the wire. */
  key: Key,
  /** The name by language. */
  name: Texts,
  /** One sentence for guests. */
  descriptionText: z.string(),
  /** Until when, in words; null where nothing needs saying. */
  expiryHint: z.nullable(z.string()),
  /** What it is worth, in words, `2,00 €`. */
  valueText: z.string(),
  /** What kind it is, in words. */
  typeText: z.string(),
  /** Why it was given. */
  type: z.enum(['compensation', 'giftcard', 'goodie', 'loyalty', 'promotion', 'smartprice']),
  /** `override` replaces the price. */
  discountType: z.enum(['absolute', 'percent', 'override']),
  /** Cents, or whole percent for `percent`. */
  value: z.int().check(z.gte(0)),
  /** How often it can be used in all. */
  quantity: z.int(),
  /** How often it can still be used. */
  quantityLeft: z.int(),
  /** Whether the reader has used it. */
  usedByMe: z.boolean(),
  /** Valid at this company alone. */
  companyRef: z.nullable(Key),
  /** Valid in this restaurant alone. */
  restaurantRef: z.nullable(Key),
  /** Valid for this meal alone. */
  mealRef: z.nullable(Key),
  /** Redeemable from here on; listed up to 14 days before. */
  start: Ms,
  /** Redeemable until just before. */
  end: Ms,
  /** Paid by the platform. */
  platform: z.boolean(),
  /** Valid for every meal of the restaurant. */
  forAllMeals: z.boolean(),
});
export type Discount = z.infer<typeof Discount>;

/** Everybody's discounts and the reader's own that are available today or within 14 days, the first to end first. */
export const getDiscounts = defineRoute({
  name: 'getDiscounts',
  method: 'GET',
  path: '/api/discounts',
  access: 'any',
  answer: z.array(Discount),
  errors: [],
});
