import { searchNonPartners } from '@mahlzeit/contract';
import type { Coordinate, Diet, FoundMeal, FoundRestaurant, Place, PopularDish } from '@mahlzeit/contract';
import { api, apiQuery } from '@mahlzeit/shared-ui/platform';

/** Status, distance and lunch price of a search result; recent searches have none of them. */
export type ResultFacts = Pick<FoundRestaurant, 'status' | 'initialDistanceKm' | 'lunchPrice'>;

/** Entry for a result of a search (S1§3): a search word, a location, a restaurant, a dish or a tag. */
export type SearchEntry =
  | { readonly kind: 'keyword'; readonly text: string }
  | { readonly kind: 'place'; readonly place: Place }
  | (Pick<FoundRestaurant, 'key' | 'name' | 'routingName'> & {
      readonly kind: 'partner' | 'nonPartner';
      readonly locality: string;
      readonly facts?: ResultFacts;
    })
  | (Pick<FoundMeal, 'key' | 'name' | 'price' | 'unit' | 'restaurant' | 'status' | 'initialDistanceKm'> & {
      readonly kind: 'meal';
    })
  | { readonly kind: 'tag'; readonly key: string; readonly name: string };

/**
 * Text that has results, with the number of today's dishes and restaurants that match it and the lowest price of these
 * dishes.
 */
export interface TextMatches {
  readonly text: string;
  readonly dishes: number;
  readonly places: number;
  /** Lowest price in cents; null when no dish matches. */
  readonly price: number | null;
}

/** Suggestion after a search without results. */
export type SearchSuggestion =
  /** `respelled`: the typed text with a corrected spelling; `part`: one of the typed words. */
  | (TextMatches & { readonly kind: 'respelled' | 'part' })
  /** All dishes of a diet; suggested when the user typed the name of the diet. */
  | { readonly kind: 'diet'; readonly diet: Diet; readonly dishes: number; readonly nearestKm: number | null }
  | { readonly kind: 'elsewhere' };

/**
 * Entries of the search panel: results, popular dishes, suggestions, the use of the user's position, and the removal of
 * all recent searches.
 */
export type PanelEntry =
  | SearchEntry
  | SearchSuggestion
  | { readonly kind: 'popular'; readonly dish: PopularDish }
  | { readonly kind: 'locate' | 'forget' };

/** Returns an id that is unique among the entries of the panel. */
export const panelEntryId = (entry: PanelEntry): string => {
  switch (entry.kind) {
    case 'keyword':
      return `keyword/${entry.text}`;
    case 'place':
      return `place/${entry.place.placeId}`;
    case 'popular':
      return `popular/${entry.dish.name}`;
    case 'respelled':
    case 'part':
      return `${entry.kind}/${entry.text}`;
    case 'diet':
      return `diet/${entry.diet}`;
    case 'elsewhere':
    case 'locate':
    case 'forget':
      return entry.kind;
    case 'partner':
    case 'nonPartner':
      return `restaurant/${entry.key}`;
    case 'meal':
    case 'tag':
      return `${entry.kind}/${entry.key}`;
  }
};

/** Search text of at least three characters, with the location from which distances are measured. */
export interface NearbySearch {
  readonly text: string;
  readonly coordinate: Coordinate | null;
}

/**
 * Hook that searches by name for restaurants that take no orders in the app. The search panel lists the results, and
 * the map marks them during the search.
 */
export const { useFoundNonPartnersQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    foundNonPartners: build.query<FoundRestaurant[], NearbySearch>(
      apiQuery(searchNonPartners, ({ text, coordinate }: NearbySearch) => ({
        params: { text },
        query: { ...coordinate },
      })),
    ),
  }),
});
