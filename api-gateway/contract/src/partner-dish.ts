import * as z from 'zod/mini';
import { Diet, VatKind } from './offer';
import { Cents } from './values';

/** Words that must be there, without spaces around them. */
const requiredText = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));

/** What comes with a dish, at most 2000 characters; may be empty. */
const dishDescription = z.string().check(z.trim(), z.maxLength(2000));

/** Cents that a menu may name. */
const dishPrice = Cents.check(z.gte(0), z.lte(1_000_000));

const amountText = z.optional(z.nullable(requiredText(50)));
const labels = z.optional(z.array(requiredText(100)).check(z.maxLength(50)));

/** What a dish or drink is like, whichever way its restaurant sends it: by the partner API or in a feed. */
const PartnerDish = z.object({
  /** As it stands on the menu, 1 to 200 characters. */
  name: requiredText(200),
  /** Without it the meal type decides: drinks are DRINK, all else FOOD. */
  vatType: z.optional(VatKind),
  /** What `price` buys where it is sold by weight, `100 g`. */
  unit: amountText,
  /** Size of a drink, `0,3 l`. */
  volume: amountText,
  /** Deposit on top of the price. */
  deposit: z.optional(z.nullable(dishPrice)),
  /** At most 50, as the menu declares them. */
  allergens: labels,
  /** At most 50, as the menu declares them. */
  additives: labels,
  /** Diets that the menu vouches for. */
  diets: z.optional(z.array(Diet)),
});
