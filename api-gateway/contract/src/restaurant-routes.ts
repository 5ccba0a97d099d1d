import * as z from 'zod/mini';
import { Restaurant, RestTimeType, Tag } from './restaurant';
import { defineRoute } from './route';
import { Coordinate, LookupKey } from './values';

const degrees = (limit: number) => z.pipe(
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

/** The restaurants around a place. */
export const loadByLocation = defineRoute({
  name: 'loadByLocation',
  method: 'POST',
  path: '/api/restaurants/loadByLocation',
  access: 'any',
  isRead: true,
  body: NearbyRequest,
  answer: z.array(Restaurant),
  errors: [],
  summary: 'The nearest 100 within the radius: open first, premium first among equals, then by distance; one page of them.',
});

/** One restaurant by its key. */
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
  summary: 'One restaurant by its key, with the distance from a place where one is given.',
});

/** One restaurant by the name in its address. */
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
  summary: 'One restaurant by its routing name, with the distance from a place where one is given.',
});

/** The tags that restaurants can be chosen by. */
export const getTags = defineRoute({
  name: 'getTags',
  method: 'GET',
  path: '/api/tags',
  access: 'any',
  answer: z.array(Tag),
  errors: [],
  summary: 'The 100 most popular tags, without the diets, which filters ask for.',
});

/** The reasons of holiday closures. */
export const getRestTimeTypes = defineRoute({
  name: 'getRestTimeTypes',
  method: 'GET',
  path: '/api/restTimeTypes',
  access: 'any',
  answer: z.array(RestTimeType),
  errors: [],
  summary: 'All reasons of holiday closures.',
});
