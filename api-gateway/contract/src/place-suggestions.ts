import * as z from '@mahlzeit/contract/zod';
import { MAX_NAMED_PLACES } from './limits';
import { RestaurantSummary, Tag } from './restaurant';
import { bothOrNone, locationFields } from './restaurant-routes';
import { defineRoute } from './route';
import { Key } from './values';

const KeyList = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(8_000)),
    z.transform((keys) => keys.split(',').filter((key) => key !== '')),
  ),
  z.array(Key).check(z.maxLength(MAX_NAMED_PLACES)),
);

/** Query: places that the caller names, and the caller's position, of which both coordinates or none are present. */
export const PlaceSuggestionQuery = z
  .extend(locationFields, {
    /**
     * Keys of the places, separated by commas, at most 100. Keys of anything else, for example of people, are skipped.
     */
    keys: KeyList,
  })
  .check(bothOrNone);
export type PlaceSuggestionQuery = z.infer<typeof PlaceSuggestionQuery>;

/** A place that is suggested for a meetup. */
export const SuggestedPlace = z.extend(RestaurantSummary, {
  /** Tags of the place, which decide how a place without a picture is drawn. */
  tags: z.array(Tag),
});
export type SuggestedPlace = z.infer<typeof SuggestedPlace>;

/** Places that the app suggests for a meetup before the user searches. */
export const PlaceSuggestions = z.object({
  /** Places among the requested keys where a meetup is possible, in the order of the keys. */
  named: z.array(SuggestedPlace),
  /**
   * The ten nearest partner restaurants where a meetup is possible, without those in `named`; empty without a position.
   */
  nearest: z.array(SuggestedPlace),
});
export type PlaceSuggestions = z.infer<typeof PlaceSuggestions>;

/** Returns places for a meetup: those that the caller names, and the nearest ones. */
export const getPlaceSuggestions = defineRoute({
  name: 'getPlaceSuggestions',
  method: 'GET',
  path: '/api/search/suggestions',
  access: 'any',
  query: PlaceSuggestionQuery,
  answer: PlaceSuggestions,
  errors: [],
});
