import { loadByLocation } from '@mahlzeit/contract';
import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { api, gatewayQuery } from '@mahlzeit/shared-ui/platform';
import { NEARBY_RADIUS, PAGE_SIZE, nextPage } from './nearby-rules';

/** S1§9: an hour. */
const CACHE_SECONDS = 3_600;

interface PageArgs {
  readonly queryArg: Coordinate;
  readonly pageParam: number;
}

/** The restaurants around a place, page after page. */
export const nearbyApi = api.injectEndpoints({
  endpoints: (build) => ({
    nearby: build.infiniteQuery<Restaurant[], Coordinate, number>({
      ...gatewayQuery(loadByLocation, ({ queryArg, pageParam }: PageArgs) => ({ body: { location: queryArg, radius: NEARBY_RADIUS, page: pageParam, pageSize: PAGE_SIZE } })),
      infiniteQueryOptions: { initialPageParam: 1, getNextPageParam: (lastPage, _pages, page) => nextPage(lastPage, page) },
      keepUnusedDataFor: CACHE_SECONDS,
    }),
  }),
});
