import * as z from '@mahlzeit/contract/zod';
import { RestaurantSummary } from './restaurant';
import { LocationQuery } from './restaurant-routes';
import { defineRoute } from './route';
import { Cents, Ms } from './values';

/** How a place, or what it serves, stands at the moment of the answer. */
export const FoundStatus = z.object({
  /**
   * `lunch`: served now; `lunchLater`: later today; `lunchOver`: no more today; `open` and `closed`: the place, where
   * lunch says nothing; `unknown`: hours that nobody could parse.
   */
  kind: z.enum(['lunch', 'lunchLater', 'lunchOver', 'open', 'closed', 'unknown']),
  /**
   * When lunch ends (`lunch`) or the place closes (`lunchOver` and `open` while it is open); null for the others, and
   * where it never closes.
   */
  until: z.nullable(Ms),
  /**
   * When lunch begins (`lunchLater`) or the place opens again (`closed`, and `lunchOver` once it has closed); null for
   * the others, and where that isn't known.
   */
  from: z.nullable(Ms),
});
export type FoundStatus = z.infer<typeof FoundStatus>;

/** A place as a search by name shows it. */
export const FoundRestaurant = z.extend(RestaurantSummary, {
  /** Of its lunch, or of the place where it has none today. */
  status: FoundStatus,
  /**
   * Gross price of its cheapest lunch, as cards and the map have it: with the discounts that show in the reader's
   * prices now; null where none is to be had any more today.
   */
  lunchPrice: z.nullable(Cents),
});
export type FoundRestaurant = z.infer<typeof FoundRestaurant>;

/** What every search is asked with. */
export const SearchedText = z.object({
  /** What is looked for in names; case and accents don't matter, less than three characters find nothing. */
  text: z.string().check(z.maxLength(200)),
});

/** At most 20 partners whose name holds the text, by distance where a place is given, else by name. */
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

/** At most 20 non-partners whose name holds the text, by distance where a place is given, else by name. */
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
