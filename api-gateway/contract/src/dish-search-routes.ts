import * as z from '@mahlzeit/contract/zod';
import { Tag } from './restaurant';
import { LocationQuery } from './restaurant-routes';
import { defineRoute } from './route';
import { FoundStatus, SearchedText } from './search-routes';
import { Cents, Key } from './values';

/** A dish of today as a search result. */
export const FoundMeal = z.object({
  /** Key of the dish's offer of today, as in `Offer.key`. */
  key: Key,
  /** Name of the dish on the menu. */
  name: z.string(),
  /**
   * Gross price for guests in cents, after the discount that the caller sees now. For a dish with a `unit`, the
   * smallest possible price.
   */
  price: Cents,
  /** Amount that `price` buys, `100 g`; null for a dish that isn't sold by weight. */
  unit: z.nullable(z.string()),
  /** Key of the MealType to which the dish belongs. */
  typeKey: Key,
  /** Whether the dish is available: during lunch for a lunch dish, else during opening hours. */
  status: FoundStatus,
  /** Distance in kilometres from the requested place; null for a request without a place. */
  initialDistanceKm: z.nullable(z.number()),
  /** Restaurant that serves the dish. */
  restaurant: z.object({
    /** Key of the restaurant, as in `Restaurant.key`. */
    key: Key,
    /** Name of the restaurant as guests see it. */
    name: z.string(),
    /** Name of the restaurant in the URL of its page. */
    routingName: z.string(),
  }),
});
export type FoundMeal = z.infer<typeof FoundMeal>;

/**
 * Returns at most 20 dishes of today whose name contains the text. For a request with a place, available dishes come
 * first, then the nearest. For a request without a place, the dishes are ordered by name.
 */
export const searchMeals = defineRoute({
  name: 'searchMeals',
  method: 'GET',
  path: '/api/search/meals/:text',
  access: 'any',
  params: SearchedText,
  query: LocationQuery,
  answer: z.array(FoundMeal),
  errors: [],
});

/** Returns at most 20 tags with a name that contains the text, the most popular first. */
export const searchTags = defineRoute({
  name: 'searchTags',
  method: 'GET',
  path: '/api/search/tags/:text',
  access: 'any',
  params: SearchedText,
  answer: z.array(Tag),
  errors: [],
});

/** A dish that several places serve today. */
export const PopularDish = z.object({
  /** Name on the menu of the nearest place. */
  name: z.string(),
  /** Number of places that serve the dish today, now or later; at least two. */
  places: z.int().check(z.gte(2)),
  /** Lowest gross price among these places, less the discounts that the caller sees now. */
  price: Cents,
  /** Distance of the nearest place, rounded to a tenth of a kilometre. */
  nearestKm: z.number(),
});
export type PopularDish = z.infer<typeof PopularDish>;

/**
 * Returns at most five dishes that most of the nearest 100 places within 5 km still serve today. Counted at most once a
 * minute; empty without a place.
 */
export const getPopularDishes = defineRoute({
  name: 'getPopularDishes',
  method: 'GET',
  path: '/api/search/popular',
  access: 'any',
  query: LocationQuery,
  answer: z.array(PopularDish),
  errors: [],
});
