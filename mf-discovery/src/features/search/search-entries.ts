import { searchNonPartners } from '@mahlzeit/contract';
import type { Coordinate, Diet, FoundMeal, FoundRestaurant, Place, PopularDish } from '@mahlzeit/contract';
import { api, apiQuery } from '@mahlzeit/shared-ui/platform';

/** How a found place stands, how far it is and what lunch costs there; absent of one that was opened lately. */
export type FoundFacts = Pick<FoundRestaurant, 'status' | 'initialDistanceKm' | 'lunchPrice'>;

/** S1§3: what a search finds. */
export type SearchEntry =
  | { readonly kind: 'keyword'; readonly text: string }
  | { readonly kind: 'place'; readonly place: Place }
  | (Pick<FoundRestaurant, 'key' | 'name' | 'routingName'> & {
      readonly kind: 'partner' | 'nonPartner';
      readonly locality: string;
      readonly facts?: FoundFacts;
    })
  | (Pick<FoundMeal, 'key' | 'name' | 'price' | 'unit' | 'restaurant' | 'status' | 'initialDistanceKm'> & {
      readonly kind: 'meal';
    })
  | { readonly kind: 'tag'; readonly key: string; readonly name: string };

/** A text that would find something, and what: dishes of today and places, with the lowest price among the dishes. */
export interface Findable {
  readonly text: string;
  readonly dishes: number;
  readonly places: number;
  /** Cents; null where no dish is found. */
  readonly price: number | null;
}

/** A way on from a search that found nothing. */
export type WayOut =
  /** `respelled`: what was probably meant; `part`: one of the typed words. */
  | (Findable & { readonly kind: 'respelled' | 'part' })
  /** Every dish of a diet that was asked for in words. */
  | { readonly kind: 'diet'; readonly diet: Diet; readonly dishes: number; readonly nearestKm: number | null }
  | { readonly kind: 'elsewhere' };

/**
 * What the panel offers: beside what is found, what is served most, ways on, the own position and forgetting what was
 * searched.
 */
export type PanelEntry =
  | SearchEntry
  | WayOut
  | { readonly kind: 'popular'; readonly dish: PopularDish }
  | { readonly kind: 'locate' | 'forget' };

/** Tells entries apart. */
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

/** A text of at least three characters, and where the person looks around. */
export interface SearchNear {
  readonly text: string;
  readonly at: Coordinate | null;
}

/** The places by name that are no partners: the search finds them, and the map shows them while they are searched. */
export const { useFoundNonPartnersQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    foundNonPartners: build.query<FoundRestaurant[], SearchNear>(
      apiQuery(searchNonPartners, ({ text, at }: SearchNear) => ({ params: { text }, query: { ...at } })),
    ),
  }),
});
