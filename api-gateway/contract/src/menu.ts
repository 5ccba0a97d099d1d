import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { Cents, Day, Key, Texts } from './values';

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

/** A kind of meal, a tab of the menu. */
export const MealType = z.object({
  /** What `Offer.typeKey` names. */
  key: Key,
  /** German name that the rules go by, `Getränke`. */
  baseName: z.string(),
  /** What a tab shows where no translation fits. */
  name: z.string(),
  /** The name by language. */
  translations: Texts,
  /** Place among the tabs, sorted ascending. */
  order: z.int(),
});
export type MealType = z.infer<typeof MealType>;

/** All meal types, sorted by order. */
export const getMealTypes = defineRoute({
  name: 'getMealTypes',
  method: 'GET',
  path: '/api/mealTypes',
  access: 'any',
  answer: z.array(MealType),
  errors: [],
});

const Percent = z.int().check(z.gte(0), z.lte(100));

/** The VAT rates of food or drinks that are valid today. */
export const VatType = z.object({
  /** What the rates are for. */
  key: VatKind,
  /** Percent in the house. */
  default: Percent,
  /** Percent to take away. */
  takeAway: Percent,
});
export type VatType = z.infer<typeof VatType>;

/** The VAT rates of food and drinks as they are valid today. */
export const getVatTypes = defineRoute({
  name: 'getVatTypes',
  method: 'GET',
  path: '/api/vatTypes',
  access: 'any',
  answer: z.array(VatType),
  errors: [],
});
