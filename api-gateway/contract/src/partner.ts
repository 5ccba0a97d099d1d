import * as z from 'zod/mini';
import { Offer } from './offer';
import { PartnerDish, dishDescription, dishPrice } from './partner-dish';
import { defineRoute } from './route';
import { Day, Empty, Key } from './values';

/** A meal as a restaurant's own system sends it. */
export const PartnerMeal = z.extend(PartnerDish, {
  /** Key of the restaurant; must exist. */
  restaurantId: Key,
  /** What comes with it, at most 2000 characters. */
  description: z._default(dishDescription, ''),
  /** Gross price for guests. */
  price: dishPrice,
  /** Key of a MealType. */
  typeKey: Key,
  /** Place in the menu, sorted descending. */
  order: z._default(z.int(), 0),
  /** The day on which it is offered. */
  date: Day,
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
