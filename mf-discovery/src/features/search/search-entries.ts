import { searchNonPartners } from '@mahlzeit/contract';
import type { Coordinate, Diet, FoundMeal, FoundRestaurant, Place, PopularDish } from '@mahlzeit/contract';
import { api, apiQuery } from '@mahlzeit/shared-ui/platform';

/** Status, distance and lunch price of a result; absent for recent entries. */
export type ResultFacts = Pick<FoundRestaurant, 'status' | 'initialDistanceKm' | 'lunchPrice'>;

/** Results of a search (S1§3). */
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

/** Text with results: the numbers of today's dishes and places, and the lowest price of the dishes. */
export interface TextMatches {
  readonly text: string;
  readonly dishes: number;
  readonly places: number;
  /** Cents; null without dishes. */
  readonly price: number | null;
}

/** Suggestion after a search without results. */
export type SearchSuggestion =
  /** `respelled`: a corrected spelling; `part`: one of the typed words. */
  | (TextMatches & { readonly kind: 'respelled' | 'part' })
  /** All dishes of a diet whose name was typed. */
  | { readonly kind: 'diet'; readonly diet: Diet; readonly dishes: number; readonly nearestKm: number | null }
  | { readonly kind: 'elsewhere' };

/**
 * Entries of the panel: results, popular dishes, suggestions, the user's position, and the removal of recent searches.
 */
export type PanelEntry =
  | SearchEntry
  | SearchSuggestion
  | { readonly kind: 'popular'; readonly dish: PopularDish }
  | { readonly kind: 'locate' | 'forget' };

/** Returns the id of an entry. */
export const entryId = (entry: PanelEntry): string => {
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

/** Text of at least three characters, with the location of the user. */
export interface SearchNear {
  readonly text: string;
  readonly coordinate: Coordinate | null;
}

/** Hook that searches places without orders by name: results of the panel, and markers on the map during the search. */
export const { useFoundNonPartnersQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    foundNonPartners: build.query<FoundRestaurant[], SearchNear>(
      apiQuery(searchNonPartners, ({ text, coordinate }: SearchNear) => ({
        params: { text },
        query: { ...coordinate },
      })),
    ),
  }),
});
