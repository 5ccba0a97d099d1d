import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';

const repeatableText = z.optional(z.union([z.string(), z.array(z.string())]));

/**
 * Query of a geocoding request. Exactly one of the fields `latlng` and `place_id` must be present, and only once. Every
 * other query is answered with `INVALID_REQUEST`.
 */
export const GeocodeQuery = z.object({
  /** Coordinate in degrees north and east: `53.55,9.99`. */
  latlng: repeatableText,
  /** `placeId` of the `Place` to look up. */
  place_id: repeatableText,
});
export type GeocodeQuery = z.infer<typeof GeocodeQuery>;

/** An address in the format of map services. */
export const GeocodeResult = z.object({
  /** `placeId` of the place that was found. */
  place_id: z.string(),
  /** Address in one line, for example `Hamburg, Deutschland`. */
  formatted_address: z.string(),
  /** Parts of the address, from the smallest to the largest. */
  address_components: z.array(
    z.object({
      /** Full name of the address part, for example `Deutschland`. */
      long_name: z.string(),
      /** Short name of the address part, for example `DE`. */
      short_name: z.string(),
      /** Kinds of the address part, for example `locality`. */
      types: z.array(z.string()),
    }),
  ),
  /** Position of the address. */
  geometry: z.object({
    /** Centre of the place. */
    location: z.object({
      /** Degrees north. */
      lat: z.number(),
      /** Degrees east. */
      lng: z.number(),
    }),
  }),
});
export type GeocodeResult = z.infer<typeof GeocodeResult>;

/** Response to a geocoding request. The field `status` reports errors. */
export const GeocodeAnswer = z.object({
  /** Outcome of the geocoding request. `ZERO_RESULTS`: the gateway knows no place for the query. */
  status: z.enum(['OK', 'ZERO_RESULTS', 'INVALID_REQUEST']),
  /** Results, nearest first; empty unless the status is `OK`. */
  results: z.array(GeocodeResult),
});
export type GeocodeAnswer = z.infer<typeof GeocodeAnswer>;

/**
 * Returns the town of a coordinate or the address of a place. The HTTP status is always 200; the field `status` tells
 * the outcome.
 */
export const geocode = defineRoute({
  name: 'geocode',
  method: 'GET',
  path: '/api/geocode/json',
  access: 'any',
  query: GeocodeQuery,
  answer: GeocodeAnswer,
  errors: [],
});
