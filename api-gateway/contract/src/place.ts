import * as z from '@mahlzeit/contract/zod';
import { SEARCH_TEXT_MAX_LENGTH } from './limits';
import { bothOrNone, locationFields } from './restaurant-routes';
import { defineRoute } from './route';
import { atMostCharacters } from './text-limits';
import { Coordinate, LookupKey } from './values';

/** A place around which users search restaurants: a town, a quarter or a street. */
export const Place = z.object({
  /** Id of the place, which is also its path in URLs: `/{placeId}`. */
  placeId: z.string(),
  /** German name of the place. */
  name: z.string(),
  /** Centre of the place, around which restaurants are searched. */
  coordinate: Coordinate,
  /**
   * Distinguishes places of the same name: state or canton, and the country outside Germany, `Tirol, Österreich`.
   * Absent when the name is unambiguous.
   */
  region: z.optional(z.string()),
});
export type Place = z.infer<typeof Place>;

/** Search text that the user typed, and the user's position. */
export const PlaceQuery = z
  .extend(locationFields, {
    /**
     * Beginning of a place's name, of a street's name or of a postcode: `20459`, `D-20459 Hamburg`, `Wexstr. 3`. A text
     * of less than three characters finds nothing.
     */
    text: z.string().check(...atMostCharacters(SEARCH_TEXT_MAX_LENGTH)),
  })
  .check(bothOrNone);
export type PlaceQuery = z.infer<typeof PlaceQuery>;

/**
 * Returns at most three places in Germany, Austria or Switzerland. Names that begin with the text come first, then the
 * larger and nearer places. Digits find postcodes: the code itself first, then the nearest. Only streets with
 * restaurants are found. The towns and postcodes come from GeoNames (CC BY 4.0).
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

/** Returns one place by its id, or the error `notFound` for an unknown id. */
export const getPlace = defineRoute({
  name: 'getPlace',
  method: 'GET',
  path: '/api/places/:placeId',
  access: 'any',
  params: z.object({ placeId: LookupKey }),
  answer: Place,
  errors: ['notFound'],
});
