import {
  getPlaceSuggestions,
  getPopularDishes,
  ok,
  searchMeals,
  searchNonPartners,
  searchPartners,
  searchTags,
} from '@mahlzeit/contract';
import { route } from '../../../platform';
import type { BoundRoute } from '../../../platform';
import { coordinateOf } from '../restaurants';
import type { SearchService } from './search-service';

/** Creates the routes of searches by name and of popular dishes. */
export const searchRoutes = (searchService: SearchService): BoundRoute[] => [
  route(searchPartners, async ({ params, query, session }) =>
    ok(await searchService.partners(params.text, { from: coordinateOf(query), reader: session })),
  ),
  route(searchNonPartners, async ({ params, query, session }) =>
    ok(await searchService.nonPartners(params.text, { from: coordinateOf(query), reader: session })),
  ),
  route(searchMeals, async ({ params, query, session }) =>
    ok(await searchService.meals(params.text, { from: coordinateOf(query), reader: session })),
  ),
  route(getPopularDishes, async ({ query, session }) =>
    ok(await searchService.popular({ from: coordinateOf(query), reader: session })),
  ),
  route(getPlaceSuggestions, async ({ query }) =>
    ok(await searchService.suggestPlaces({ from: coordinateOf(query), keys: query.keys })),
  ),
  route(searchTags, async ({ params }) => ok(await searchService.tags(params.text))),
];
