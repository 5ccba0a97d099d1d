import * as z from '@mahlzeit/contract/zod';
import { Offer } from './menu';
import { Restaurant, RestTimeType, Tag } from './restaurant';
import { defineRoute } from './route';
import { Coordinate, Day, LookupKey } from './values';

const degreesUpTo = (limit: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^-?\d{1,3}(?:\.\d{1,20})?$/)), z.transform(Number)),
    z.number().check(z.gte(-limit), z.lte(limit)),
  );

/** Query fields with the caller's position. */
export const locationFields = z.object({
  /** Latitude in degrees north. */
  latitude: z.optional(degreesUpTo(90)),
  /** Longitude in degrees east. */
  longitude: z.optional(degreesUpTo(180)),
});

/** Refuses a query that has only a latitude or only a longitude. */
export const bothOrNone = z.refine<z.infer<typeof locationFields>>(
  (query) => (query.latitude === undefined) === (query.longitude === undefined),
  { path: ['longitude'], message: 'latitude and longitude go together' },
);

/** Query fields with the caller's position: both coordinates or none. */
export const LocationQuery = locationFields.check(bothOrNone);
export type LocationQuery = z.infer<typeof LocationQuery>;

/** Search area and page of the restaurant list. */
export const NearbyRequest = z.object({
  /** Centre of the search area. */
  location: Coordinate,
  /** Radius of the search area in metres. */
  radius: z.number().check(z.gte(1), z.lte(50_000)),
  /** Page number from 1. A page beyond the end is empty. */
  page: z._default(z.int().check(z.gte(1)), 1),
  /** Maximum number of restaurants on a page. */
  pageSize: z._default(z.int().check(z.gte(1), z.lte(100)), 10),
});
export type NearbyRequest = z.infer<typeof NearbyRequest>;

/**
 * Returns one page of the nearest 100 restaurants within the radius, in the order of the lunch list: open places with
 * lunch still available first, then bands of 250 m, premium places first within a band, then by distance.
 */
export const loadByLocation = defineRoute({
  name: 'loadByLocation',
  method: 'POST',
  path: '/api/restaurants/loadByLocation',
  access: 'any',
  isRead: true,
  body: NearbyRequest,
  answer: z.array(Restaurant),
  errors: [],
});

/** Returns one restaurant by its key, with the distance from an optional position. */
export const getRestaurant = defineRoute({
  name: 'getRestaurant',
  method: 'GET',
  path: '/api/restaurants/:key',
  access: 'any',
  isRevalidated: true,
  params: z.object({ key: LookupKey }),
  query: LocationQuery,
  answer: Restaurant,
  errors: ['notFound'],
});

/** Returns one restaurant by its routing name, with the distance from an optional position. */
export const getRestaurantByRoutingName = defineRoute({
  name: 'getRestaurantByRoutingName',
  method: 'GET',
  path: '/api/restaurants/byRoutingName/:routingName',
  access: 'any',
  isRevalidated: true,
  params: z.object({ routingName: LookupKey }),
  query: LocationQuery,
  answer: Restaurant,
  errors: ['notFound'],
});

/**
 * Returns the menu of a restaurant on one day, in the order of the menu; empty for a day without a menu. Today's menu
 * is also part of the restaurant and of its live topic.
 */
export const getMenuOfDay = defineRoute({
  name: 'getMenuOfDay',
  method: 'GET',
  path: '/api/restaurants/:key/menus/:day',
  access: 'any',
  isRevalidated: true,
  params: z.object({ key: LookupKey, day: Day }),
  answer: z.array(Offer),
  errors: ['notFound'],
});

/** Returns the 100 most popular tags of restaurants. Diets are not among them, because they are filters. */
export const getTags = defineRoute({
  name: 'getTags',
  method: 'GET',
  path: '/api/tags',
  access: 'any',
  answer: z.array(Tag),
  errors: [],
});

/** Returns all reasons that a restaurant can give for a holiday closure. */
export const getRestTimeTypes = defineRoute({
  name: 'getRestTimeTypes',
  method: 'GET',
  path: '/api/restTimeTypes',
  access: 'any',
  answer: z.array(RestTimeType),
  errors: [],
});
