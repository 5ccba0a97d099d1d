import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';

const onceOrMore = z.optional(z.union([z.string(), z.array(z.string())]));

/** What is geocoded: one of the two, once; anything else is answered `INVALID_REQUEST`. */
export const GeocodeQuery = z.object({
  /** Degrees north and east, `53.55,9.99`. */
  latlng: onceOrMore,
  /** Id of a Place. */
  place_id: onceOrMore,
});
export type GeocodeQuery = z.infer<typeof GeocodeQuery>;

/** An address as map services tell it. */
export const GeocodeResult = z.object({
  /** Id of the Place. */
  place_id: z.string(),
  /** In one line, `Hamburg, Deutschland`. */
  formatted_address: z.string(),
  /** Its parts from the smallest to the largest. */
  address_components: z.array(
    z.object({
      /** In full, `Deutschland`. */
      long_name: z.string(),
      /** Short, `DE`. */
      short_name: z.string(),
      /** What the part is, `locality`. */
      types: z.array(z.string()),
    }),
  ),
  /** Where it is. */
  geometry: z.object({
    /** Its middle. */
    location: z.object({
      /** Degrees north. */
      lat: z.number(),
      /** Degrees east. */
      lng: z.number(),
    }),
  }),
});
export type GeocodeResult = z.infer<typeof GeocodeResult>;

/** The answer of a geocoding; what was wrong stands in its status. */
export const GeocodeAnswer = z.object({
  /** `ZERO_RESULTS`: nothing is known there. */
  status: z.enum(['OK', 'ZERO_RESULTS', 'INVALID_REQUEST']),
  /** The nearest first; empty unless `OK`. */
  results: z.array(GeocodeResult),
});
export type GeocodeAnswer = z.infer<typeof GeocodeAnswer>;

/** The town of a coordinate or the address of a place; always 200, the status tells how it went. */
export const geocode = defineRoute({
  name: 'geocode',
  method: 'GET',
  path: '/api/geocode/json',
  access: 'any',
  query: GeocodeQuery,
  answer: GeocodeAnswer,
  errors: [],
});
