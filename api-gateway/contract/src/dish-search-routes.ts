import * as z from '@mahlzeit/contract/zod';
import { Tag } from './restaurant';
import { LocationQuery } from './restaurant-routes';
import { defineRoute } from './route';
import { FoundStatus, SearchedText } from './search-routes';
import { Cents, Key } from './values';

/** A dish of today as a search shows it. */
export const FoundMeal = z.object({
  /** Key of the offer. */
  key: Key,
  /** As it stands on the menu. */
  name: z.string(),
  /**
   * Gross price for guests, with the discount that shows in the reader's price now; of a dish with a `unit` the least
   * one pays.
   */
  price: Cents,
  /** Sold by weight: what `price` buys, `100 g`; else null. */
  unit: z.nullable(z.string()),
  /** Key of the MealType. */
  typeKey: Key,
  /** Whether it can be had: of lunch where it is a lunch dish, else of the place. */
  status: FoundStatus,
  /** Distance from the place that was asked for; null where none was. */
  initialDistanceKm: z.nullable(z.number()),
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

/**
 * At most 20 dishes of today whose name holds the text: what can be had first and then the nearest where a place is
 * given, else by name.
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

/** At most 20 tags one of whose names holds the text, the most popular first. */
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
  /** As it stands on the menu of the nearest of them. */
  name: z.string(),
  /** How many places serve it, now or later today; at least two. */
  places: z.int().check(z.gte(2)),
  /** The lowest gross price among them, with the discounts that show in the reader's prices now. */
  price: Cents,
  /** Distance of the nearest of them, to a tenth of a kilometre. */
  nearestKm: z.number(),
});
export type PopularDish = z.infer<typeof PopularDish>;

/**
 * At most five dishes that most of the nearest 100 places within 5 km still serve today, counted at most once a minute;
 * empty where no place is given.
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
