import * as z from 'zod/mini';
import { Key, Ms, Texts } from './values';

/** A discount or voucher; owners and users never leave the server. */
export const Discount = z.object({
  key: Key,
  name: Texts,
  descriptionText: z.string(),
  expiryHint: z.nullable(z.string()),
  valueText: z.string(),
  typeText: z.string(),
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
  forAllMeals: z.boolean(),
});
export type Discount = z.infer<typeof Discount>;
