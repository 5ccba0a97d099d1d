import { loadByLocation } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { NEARBY_PAGE_SIZE } from '@mahlzeit/contract/rules';
import { api, apiQuery } from '@mahlzeit/shared-ui/platform';
import { nextPage } from './nearby-rules';
import type { SearchArea } from './reach-rules';

/** S1§9: an hour. */
const CACHE_SECONDS = 3_600;

interface PageArgs {
  readonly queryArg: SearchArea;
  readonly pageParam: number;
}

/** The restaurants around a place, page after page. */
export const nearbyApi = api.injectEndpoints({
  endpoints: (build) => ({
    nearby: build.infiniteQuery<Restaurant[], SearchArea, number>({
      ...apiQuery(loadByLocation, ({ queryArg, pageParam }: PageArgs) => ({ body: { ...queryArg, page: pageParam, pageSize: NEARBY_PAGE_SIZE } })),
      infiniteQueryOptions: { initialPageParam: 1, getNextPageParam: (lastPage, _pages, page) => nextPage(lastPage, page) },
      keepUnusedDataFor: CACHE_SECONDS,
    }),
  }),
});
