import { ok, searchMeals, searchNonPartners, searchPartners, searchTags } from '@mahlzeit/contract';
import { route } from '../../platform';
import type { BoundRoute } from '../../platform';
import { placeOf } from './place-query';
import type { SearchService } from './search-service';

/** The searches by name over HTTP. */
export const searchRoutes = (search: SearchService): BoundRoute[] => [
  route(searchPartners, async ({ params, query }) => ok(await search.partners(params.text, placeOf(query)))),
  route(searchNonPartners, async ({ params, query }) => ok(await search.nonPartners(params.text, placeOf(query)))),
  route(searchMeals, async ({ params }) => ok(await search.meals(params.text))),
  route(searchTags, async ({ params }) => ok(await search.tags(params.text))),
];
