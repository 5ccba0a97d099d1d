import * as z from 'zod/mini';
import { defineRoute } from './route';
import { Key, Texts } from './values';

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

/** All meal types by `order`. */
export const getMealTypes = defineRoute({
  name: 'getMealTypes',
  method: 'GET',
  path: '/api/mealTypes',
  access: 'any',
  answer: z.array(MealType),
  errors: [],
  summary: 'All meal types, sorted by order.',
});
