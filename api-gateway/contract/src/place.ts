import * as z from '@mahlzeit/contract/zod';
import { bothOrNone, locationFields } from './restaurant-routes';
import { defineRoute } from './route';
import { Coordinate, LookupKey } from './values';

/** Somewhere to look for restaurants around. */
export const Place = z.object({
  /** Names the place in addresses: `/{placeId}`. */
  placeId: z.string(),
  /** In German. */
  name: z.string(),
  /** Its middle. */
  coordinate: Coordinate,
  /**
   * Tells it from others of its name: its state or canton, and its country outside Germany, `Tirol, Österreich`; absent
   * where its name says it all.
   */
  region: z.optional(z.string()),
});
export type Place = z.infer<typeof Place>;

/** What somebody types, and where they are. */
export const PlaceQuery = z
  .extend(locationFields, {
    /** The beginning of a name; less than three characters find nothing. */
    text: z.string().check(z.maxLength(200)),
  })
  .check(bothOrNone);
export type PlaceQuery = z.infer<typeof PlaceQuery>;

/**
 * At most three places in Germany, Austria or Switzerland: names that begin with the text first, then the larger and
 * nearer. The towns are © GeoNames, CC BY 4.0.
 */
export const autocompletePlaces = defineRoute({
  name: 'autocompletePlaces',
  method: 'GET',
  path: '/api/places/autocomplete',
  access: 'any',
  query: PlaceQuery,
  answer: z.array(Place),
  errors: [],
});

/** One place by its id. */
export const getPlace = defineRoute({
  name: 'getPlace',
  method: 'GET',
  path: '/api/places/:placeId',
  access: 'any',
  params: z.object({ placeId: LookupKey }),
  answer: Place,
  errors: ['notFound'],
});
