import * as z from 'zod/mini';
import { Cents, Day, Key } from './values';

/** What a price is taxed as. */
export const VatKind = z.enum(['FOOD', 'DRINK']);
export type VatKind = z.infer<typeof VatKind>;

/** What somebody who eats by a rule may eat. */
export const Diet = z.enum(['vegan', 'vegetarian', 'halal', 'kosher']);
export type Diet = z.infer<typeof Diet>;

/** One meal or drink on one day. */
export const Offer = z.object({
  /** Stays the same as long as the offer does. */
  key: Key,
  /** As it stands on the menu. */
  name: z.string(),
  /** What comes with it; may be empty. */
  description: z.string(),
  /** Gross price for guests; of an offer with a `unit` the least one pays. */
  price: Cents.check(z.gte(0)),
  currency: z.literal('EUR'),
  /** Key of the MealType. */
  typeKey: Key,
  /** Base name of the MealType; offers are grouped by it. */
  baseName: z.string(),
  /** Which rate applies. */
  vatType: VatKind,
  /** Place in the menu, sorted descending. */
  order: z.int(),
  /** The day on which it is offered. */
  date: Day,
  /** The same day as people write it, `24.06.2026`. */
  formattedDate: z.string(),
  /** Size of a drink, `0,3 l`. */
  volume: z.nullable(z.string()),
  /** Deposit on top of the price, shown apart. */
  deposit: z.nullable(Cents.check(z.gte(0))),
  /** Sold by weight: what `price` buys, `100 g`; shown with the unit, not orderable. */
  unit: z.nullable(z.string()),
  /** Allergens as the menu declares them. */
  allergens: z.array(z.string()),
  /** Additives as the menu declares them. */
  additives: z.array(z.string()),
  /** Diets that the menu vouches for. */
  diets: z.array(Diet),
});
export type Offer = z.infer<typeof Offer>;
