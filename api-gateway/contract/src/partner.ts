import * as z from 'zod/mini';
import { Diet, Offer, VatKind } from './offer';
import { defineRoute } from './route';
import { Cents, Day, Empty, Key } from './values';

const amountText = z.optional(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(50))));

const labels = z.optional(z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))).check(z.maxLength(50)));

/** A meal as a restaurant's own system sends it. */
export const PartnerMeal = z.object({
  /** Key of the restaurant; must exist. */
  restaurantId: Key,
  /** As it stands on the menu, 1 to 200 characters. */
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  /** What comes with it, at most 2000 characters. */
  description: z._default(z.string().check(z.trim(), z.maxLength(2000)), ''),
  /** Gross price for guests. */
  price: Cents.check(z.gte(0), z.lte(1_000_000)),
  /** Key of a MealType. */
  typeKey: Key,
  /** Without it the meal type decides: drinks are DRINK, all else FOOD. */
  vatType: z.optional(VatKind),
  /** Place in the menu, sorted descending. */
  order: z._default(z.int(), 0),
  /** The day on which it is offered. */
  date: Day,
  /** What `price` buys where it is sold by weight, `100 g`. */
  unit: amountText,
  /** Size of a drink, `0,3 l`. */
  volume: amountText,
  /** Deposit on top of the price. */
  deposit: z.optional(z.nullable(Cents.check(z.gte(0), z.lte(1_000_000)))),
  /** At most 50, as the menu declares them. */
  allergens: labels,
  /** At most 50, as the menu declares them. */
  additives: labels,
  /** Diets that the menu vouches for. */
  diets: z.optional(z.array(Diet)),
});
export type PartnerMeal = z.infer<typeof PartnerMeal>;

const mealKey = z.object({ key: Key });

/** Creates or replaces a meal. */
export const putPartnerMeal = defineRoute({
  name: 'putPartnerMeal',
  method: 'PUT',
  path: '/api/partner/meals/:key',
  access: 'partner',
  params: mealKey,
  body: PartnerMeal,
  answer: Offer,
  errors: ['notFound'],
  summary: 'Creates or replaces a meal; the restaurant and the meal type must exist.',
});

/** Takes a meal off the menu; an unknown one is off it already. */
export const deletePartnerMeal = defineRoute({
  name: 'deletePartnerMeal',
  method: 'DELETE',
  path: '/api/partner/meals/:key',
  access: 'partner',
  params: mealKey,
  answer: Empty,
  errors: [],
  summary: 'Takes a meal off the menu; a meal that is not there is off it already.',
});
