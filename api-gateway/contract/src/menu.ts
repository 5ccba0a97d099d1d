import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { Cents, Day, Key, Texts } from './values';

/** Tax categories of a dish or drink, which select its VAT rate. */
export const VatKind = z.enum(['FOOD', 'DRINK']);
export type VatKind = z.infer<typeof VatKind>;

/** Diets that a dish can suit. */
export const Diet = z.enum(['vegan', 'vegetarian', 'halal', 'kosher']);
export type Diet = z.infer<typeof Diet>;

/** One dish or drink on the menu of one day. */
export const Offer = z.object({
  /** Key of the offer; it never changes. */
  key: Key,
  /** Name of the dish on the menu. */
  name: z.string(),
  /** Further information, for example side dishes; may be empty. */
  description: z.string(),
  /** Gross price for guests. For an offer with a `unit`, the smallest possible price. */
  price: Cents.check(z.gte(0)),
  currency: z.literal('EUR'),
  /** Key of the MealType to which the offer belongs. */
  typeKey: Key,
  /** German name of the MealType. Lists group offers by this name. */
  baseName: z.string(),
  /** Tax category that selects the VAT rate. */
  vatType: VatKind,
  /** Position in the menu. Offers with a higher number come first. */
  order: z.int(),
  /** Day on which the dish is offered. */
  date: Day,
  /** `date` in German notation, `24.06.2026`. */
  formattedDate: z.string(),
  /** Size of a drink, `0,3 l`; null without a declared size. */
  volume: z.nullable(z.string()),
  /** Deposit that is added to the price and shown separately; null without a deposit. */
  deposit: z.nullable(Cents.check(z.gte(0))),
  /**
   * Amount that `price` buys, `100 g`, for a dish sold by weight; null for every other dish. A dish sold by weight
   * can't be ordered.
   */
  unit: z.nullable(z.string()),
  /** Allergens as the menu declares them. */
  allergens: z.array(z.string()),
  /** Additives as the menu declares them. */
  additives: z.array(z.string()),
  /** Diets that the menu declares as suitable. */
  diets: z.array(Diet),
});
export type Offer = z.infer<typeof Offer>;

/** A kind of meal, for example lunch; the menu shows each kind as a tab. */
export const MealType = z.object({
  /** Key that `Offer.typeKey` refers to. */
  key: Key,
  /** German name that rules compare, `Getränke`. */
  baseName: z.string(),
  /** Label of the tab when no translation fits. */
  name: z.string(),
  /** Names of the meal type, by language. */
  translations: Texts,
  /** Position among the tabs. Tabs with a lower number come first. */
  order: z.int(),
});
export type MealType = z.infer<typeof MealType>;

/** Returns all meal types, sorted by order. */
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
  /** Tax category to which the rates apply. */
  key: VatKind,
  /** VAT rate in percent for food eaten in the restaurant. */
  default: Percent,
  /** VAT rate in percent for food that is taken away. */
  takeAway: Percent,
});
export type VatType = z.infer<typeof VatType>;

/** Returns the VAT rates of food and drinks that are valid today. */
export const getVatTypes = defineRoute({
  name: 'getVatTypes',
  method: 'GET',
  path: '/api/vatTypes',
  access: 'any',
  answer: z.array(VatType),
  errors: [],
});
