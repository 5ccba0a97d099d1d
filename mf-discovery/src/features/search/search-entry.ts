import type { FoundMeal, Place, RestaurantSummary } from '@mahlzeit/contract';

/** S1§3: what a search finds. */
export type SearchEntry =
  | { readonly kind: 'keyword'; readonly text: string }
  | { readonly kind: 'place'; readonly place: Place }
  | (Pick<RestaurantSummary, 'key' | 'name' | 'routingName'> & { readonly kind: 'partner' | 'nonPartner'; readonly locality: string })
  | (Pick<FoundMeal, 'key' | 'name' | 'price' | 'restaurant'> & { readonly kind: 'meal' })
  | { readonly kind: 'tag'; readonly key: string; readonly name: string };

/** What the panel offers: beside what is found, the own position and forgetting what was searched. */
export type PanelEntry = SearchEntry | { readonly kind: 'locate' | 'forget' };

/** Tells entries apart. */
export const entryId = (entry: PanelEntry): string => {
  switch (entry.kind) {
    case 'keyword': return `keyword/${entry.text}`;
    case 'place': return `place/${entry.place.placeId}`;
    case 'locate':
    case 'forget': return entry.kind;
    case 'partner':
    case 'nonPartner': return `restaurant/${entry.key}`;
    case 'meal':
    case 'tag': return `${entry.kind}/${entry.key}`;
  }
};

/** Entries that belong together, under a title or without one. */
export interface SearchSection {
  readonly title: 'SearchRecent' | 'SearchPlaces' | 'SearchRestaurants' | 'SearchMeals' | 'SearchTags' | null;
  readonly entries: readonly PanelEntry[];
}
