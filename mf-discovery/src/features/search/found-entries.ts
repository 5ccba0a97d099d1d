import type { FoundMeal, Place, RestaurantSummary, Tag } from '@mahlzeit/contract';
import { nameOfTag } from '../tags';
import type { SearchEntry, SearchSection } from './search-entry';

/** S1§9: up to three places, five partners, five non-partners. As many dishes and tags. */
const MAX_RESULTS = { places: 3, partners: 5, nonPartners: 5, meals: 5, tags: 5 } as const;

/** What the searches of one text brought; empty where one failed. */
export interface Found {
  readonly places: readonly Place[];
  readonly partners: readonly RestaurantSummary[];
  readonly nonPartners: readonly RestaurantSummary[];
  readonly meals: readonly FoundMeal[];
  readonly tags: readonly Tag[];
}

const restaurantEntry = (kind: 'partner' | 'nonPartner') => ({ key, name, routingName, address }: RestaurantSummary): SearchEntry =>
  ({ kind, key, name, routingName, locality: address.locality });

const mealEntry = ({ key, name, price, restaurant }: FoundMeal): SearchEntry => ({ kind: 'meal', key, name, price, restaurant });

const placeEntries = (places: readonly Place[]): SearchEntry[] => places.slice(0, MAX_RESULTS.places).map((place) => ({ kind: 'place', place }));

/** What was found of everything; partners and non-partners share a list. */
export const foundSections = ({ places, partners, nonPartners, meals, tags }: Found): readonly SearchSection[] => {
  const sections: readonly SearchSection[] = [
    { title: 'SearchPlaces', entries: placeEntries(places) },
    {
      title: 'SearchRestaurants',
      entries: [...partners.slice(0, MAX_RESULTS.partners).map(restaurantEntry('partner')), ...nonPartners.slice(0, MAX_RESULTS.nonPartners).map(restaurantEntry('nonPartner'))],
    },
    { title: 'SearchMeals', entries: meals.slice(0, MAX_RESULTS.meals).map(mealEntry) },
    { title: 'SearchTags', entries: tags.slice(0, MAX_RESULTS.tags).map((tag) => ({ kind: 'tag', key: tag.key, name: nameOfTag(tag) })) },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
};
