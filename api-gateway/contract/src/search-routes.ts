import * as z from '@mahlzeit/contract/zod';
import { SEARCH_TEXT_MAX_LENGTH } from './limits';
import { RestaurantSummary } from './restaurant';
import { LocationQuery } from './restaurant-routes';
import { defineRoute } from './route';
import { atMostCharacters } from './text-limits';
import { Cents, Ms } from './values';

/** Status of a search result: state of the place or of its lunch at the time of the response. */
export const FoundStatus = z.object({
  /**
   * `lunch`: lunch is served now; `lunchLater`: lunch is served later today; `lunchOver`: lunch is not served any more
   * today; `open` and `closed`: state of the place, without information on lunch; `unknown`: unparsed hours.
   */
  kind: z.enum(['lunch', 'lunchLater', 'lunchOver', 'open', 'closed', 'unknown']),
  /**
   * End of the time in which the result is available: end of lunch for the kind `lunch`, closing time for `lunchOver`
   * and `open` while the place is open; null for other kinds and for a place that never closes.
   */
  until: z.nullable(Ms),
  /**
   * Start of the time in which the result is available: start of lunch for the kind `lunchLater`, next opening for
   * `closed` and for `lunchOver` after closing; null for other kinds and when unknown.
   */
  from: z.nullable(Ms),
});
export type FoundStatus = z.infer<typeof FoundStatus>;

/** A restaurant as a search result by name. */
export const FoundRestaurant = z.extend(RestaurantSummary, {
  /** State of the restaurant's lunch, or of the restaurant when it has no lunch today. */
  status: FoundStatus,
  /**
   * Gross price of the restaurant's cheapest lunch, as on cards and map, less the discounts that the caller sees now;
   * null when no lunch is available any more today.
   */
  lunchPrice: z.nullable(Cents),
});
export type FoundRestaurant = z.infer<typeof FoundRestaurant>;

/** Query with the text to search for, which all search routes share. */
export const SearchedText = z.object({
  /** Text to search for in names. Case and accents don't matter; less than three characters find nothing. */
  text: z.string().check(...atMostCharacters(SEARCH_TEXT_MAX_LENGTH)),
});

/**
 * Returns at most 20 partner restaurants with a name that contains the text, by distance from an optional position,
 * else by name.
 */
export const searchPartners = defineRoute({
  name: 'searchPartners',
  method: 'GET',
  path: '/api/search/partners/:text',
  access: 'any',
  params: SearchedText,
  query: LocationQuery,
  answer: z.array(FoundRestaurant),
  errors: [],
});

/**
 * Returns at most 20 places that are no partners, with a name that contains the text, by distance from an optional
 * position, else by name.
 */
export const searchNonPartners = defineRoute({
  name: 'searchNonPartners',
  method: 'GET',
  path: '/api/search/nonPartners/:text',
  access: 'any',
  params: SearchedText,
  query: LocationQuery,
  answer: z.array(FoundRestaurant),
  errors: [],
});
