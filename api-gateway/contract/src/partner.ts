import * as z from 'zod/mini';
import { Diet, Offer, VatKind } from './offer';
import { defineRoute } from './route';
import { Cents, Day, Empty, Key } from './values';

const labels = z.optional(z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))).check(z.maxLength(50)));

/** A meal as a restaurant's own system sends it. */
export const PartnerMeal = z.object({
  restaurantId: Key,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
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
  allergens: labels,
  additives: labels,
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

/** Takes a meal off the menu. */
export const deletePartnerMeal = defineRoute({
  name: 'deletePartnerMeal',
  method: 'DELETE',
  path: '/api/partner/meals/:key',
  access: 'partner',
  params: mealKey,
  answer: Empty,
  errors: ['notFound'],
  summary: 'Takes a meal off the menu.',
});
