import * as z from '@mahlzeit/contract/zod';
import { Restaurant, RestTimeType, Tag } from './restaurant';
import { defineRoute } from './route';
import { Coordinate, LookupKey } from './values';

const degrees = (limit: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^-?\d{1,3}(?:\.\d{1,20})?$/)), z.transform(Number)),
    z.number().check(z.gte(-limit), z.lte(limit)),
  );

/** The two fields of a query that tell where the caller is. */
export const locationFields = z.object({
  /** Degrees north. */
  latitude: z.optional(degrees(90)),
  /** Degrees east. */
  longitude: z.optional(degrees(180)),
});

/** Refuses half a place. */
export const bothOrNone = z.refine<z.infer<typeof locationFields>>(
  (query) => (query.latitude === undefined) === (query.longitude === undefined),
  { path: ['longitude'], message: 'latitude and longitude go together' },
);

/** Where the caller is, in a query string: both or none. */
export const LocationQuery = locationFields.check(bothOrNone);
export type LocationQuery = z.infer<typeof LocationQuery>;

/** What the list is asked with. */
export const NearbyRequest = z.object({
  /** The middle of the circle. */
  location: Coordinate,
  /** Metres. */
  radius: z.number().check(z.gte(1), z.lte(50_000)),
  /** Counted from 1; beyond the end the answer is empty. */
  page: z._default(z.int().check(z.gte(1)), 1),
  /** How many restaurants a page holds. */
  pageSize: z._default(z.int().check(z.gte(1), z.lte(100)), 10),
});
export type NearbyRequest = z.infer<typeof NearbyRequest>;

/**
 * The nearest 100 within the radius in the order of the lunch list: open places whose lunch is not over first, then by
 * bands of 250 m, premium places first within a band, then by distance; one page of them.
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

/** One restaurant by its key, with the distance from a place where one is given. */
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

/** One restaurant by its routing name, with the distance from a place where one is given. */
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

/** The 100 most popular tags, without the diets, which filters ask for. */
export const getTags = defineRoute({
  name: 'getTags',
  method: 'GET',
  path: '/api/tags',
  access: 'any',
  answer: z.array(Tag),
  errors: [],
});

/** All reasons of holiday closures. */
export const getRestTimeTypes = defineRoute({
  name: 'getRestTimeTypes',
  method: 'GET',
  path: '/api/restTimeTypes',
  access: 'any',
  answer: z.array(RestTimeType),
  errors: [],
});
