import { getPopularDishes, ok, searchMeals, searchNonPartners, searchPartners, searchTags } from '@mahlzeit/contract';
import { route } from '../../../platform';
import type { BoundRoute } from '../../../platform';
import { coordinateOf } from '../restaurants';
import type { SearchService } from './search-service';

/** Creates the routes of searches by name and of popular dishes. */
export const searchRoutes = (search: SearchService): BoundRoute[] => [
  route(searchPartners, async ({ params, query, session }) =>
    ok(await search.partners(params.text, { from: coordinateOf(query), reader: session })),
  ),
  route(searchNonPartners, async ({ params, query, session }) =>
    ok(await search.nonPartners(params.text, { from: coordinateOf(query), reader: session })),
  ),
  route(searchMeals, async ({ params, query, session }) =>
    ok(await search.meals(params.text, { from: coordinateOf(query), reader: session })),
  ),
  route(getPopularDishes, async ({ query, session }) =>
    ok(await search.popular({ from: coordinateOf(query), reader: session })),
  ),
  route(searchTags, async ({ params }) => ok(await search.tags(params.text))),
];
