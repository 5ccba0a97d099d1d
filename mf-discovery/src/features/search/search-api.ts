import { autocompletePlaces, searchMeals, searchNonPartners, searchPartners, searchTags } from '@mahlzeit/contract';
import type { Coordinate, FoundMeal, Place, RestaurantSummary, Tag } from '@mahlzeit/contract';
import { api, apiQuery } from '@mahlzeit/shared-ui/platform';

/** A text of at least three characters, and where the person looks around. */
interface SearchNear {
  readonly text: string;
  readonly at: Coordinate | null;
}

const named = ({ text, at }: SearchNear) => ({ params: { text }, query: { ...at } });

const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    foundPlaces: build.query<Place[], SearchNear>(apiQuery(autocompletePlaces, ({ text, at }: SearchNear) => ({ query: { text, ...at } }))),
    foundPartners: build.query<RestaurantSummary[], SearchNear>(apiQuery(searchPartners, named)),
    foundNonPartners: build.query<RestaurantSummary[], SearchNear>(apiQuery(searchNonPartners, named)),
    foundMeals: build.query<FoundMeal[], string>(apiQuery(searchMeals, (text: string) => ({ params: { text } }))),
    foundTags: build.query<Tag[], string>(apiQuery(searchTags, (text: string) => ({ params: { text } }))),
  }),
});

/** The searches by name, and places by the beginning of theirs. */
export const { useFoundPlacesQuery, useFoundPartnersQuery, useFoundNonPartnersQuery, useFoundMealsQuery, useFoundTagsQuery } = searchApi;
