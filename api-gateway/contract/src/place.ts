import * as z from 'zod/mini';
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
});
export type Place = z.infer<typeof Place>;

/** What somebody types, and where they are. */
export const PlaceQuery = z.extend(locationFields, {
  /** The beginning of a name; less than three characters find nothing. */
  text: z.string().check(z.maxLength(200)),
}).check(bothOrNone);
export type PlaceQuery = z.infer<typeof PlaceQuery>;

/** Places that a text may mean. */
export const autocompletePlaces = defineRoute({
  name: 'autocompletePlaces',
  method: 'GET',
  path: '/api/places/autocomplete',
  access: 'any',
  query: PlaceQuery,
  answer: z.array(Place),
  errors: [],
  summary: 'At most three places in Germany, Austria or Switzerland: names that begin with the text first, then the larger and nearer.',
});

/** One place. */
export const getPlace = defineRoute({
  name: 'getPlace',
  method: 'GET',
  path: '/api/places/:placeId',
  access: 'any',
  params: z.object({ placeId: LookupKey }),
  answer: Place,
  errors: ['notFound'],
  summary: 'One place by its id.',
});
