import * as z from 'zod/mini';
import { RestaurantSummary, Tag } from './restaurant';
import { LocationQuery } from './restaurant-routes';
import { defineRoute } from './route';
import { Cents, Key } from './values';

/** A dish of today as a search shows it. */
export const FoundMeal = z.object({
  /** Key of the offer. */
  key: Key,
  /** As it stands on the menu. */
  name: z.string(),
  /** Gross price for guests. */
  price: Cents,
  /** Key of the MealType. */
  typeKey: Key,
  /** Where it is served. */
  restaurant: z.object({
    /** Key of the restaurant. */
    key: Key,
    /** As it stands over the door. */
    name: z.string(),
    /** Its name in addresses. */
    routingName: z.string(),
  }),
});
export type FoundMeal = z.infer<typeof FoundMeal>;

const searched = z.object({
  /** What is looked for in names; case and accents don't matter, less than three characters find nothing. */
  text: z.string().check(z.maxLength(200)),
});

/** Places that can be ordered from or are listed as partners. */
export const searchPartners = defineRoute({
  name: 'searchPartners',
  method: 'GET',
  path: '/api/search/partners/:text',
  access: 'any',
  params: searched,
  query: LocationQuery,
  answer: z.array(RestaurantSummary),
  errors: [],
  summary: 'At most 20 partners whose name holds the text, by distance where a place is given, else by name.',
});

/** Places that are listed for information and meetups alone. */
export const searchNonPartners = defineRoute({
  name: 'searchNonPartners',
  method: 'GET',
  path: '/api/search/nonPartners/:text',
  access: 'any',
  params: searched,
  query: LocationQuery,
  answer: z.array(RestaurantSummary),
  errors: [],
  summary: 'At most 20 non-partners whose name holds the text, by distance where a place is given, else by name.',
});

/** Dishes of today. */
export const searchMeals = defineRoute({
  name: 'searchMeals',
  method: 'GET',
  path: '/api/search/meals/:text',
  access: 'any',
  params: searched,
  answer: z.array(FoundMeal),
  errors: [],
  summary: 'At most 20 dishes of today whose name holds the text, by name.',
});

/** Tags by their name in any language. */
export const searchTags = defineRoute({
  name: 'searchTags',
  method: 'GET',
  path: '/api/search/tags/:text',
  access: 'any',
  params: searched,
  answer: z.array(Tag),
  errors: [],
  summary: 'At most 20 tags one of whose names holds the text, the most popular first.',
});
