import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { NEARBY_RADIUS } from '@mahlzeit/contract/rules';
import { copyWithStructuralSharing, skipToken, useRetryWhenBack, useShell } from '@mahlzeit/shared-ui/platform';
import { useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import { nearbyApi } from './nearby-api';
import { joinPages, withRestaurant } from './nearby-rules';
import type { SearchArea } from './reach-rules';
import { useSearchArea, useExpandSearch } from './use-reach';

/** The list as far as it is there. */
export interface Nearby {
  readonly status: 'loading' | 'failed' | 'ready';
  /** Why there is no list. */
  readonly error: unknown;
  readonly restaurants: readonly Restaurant[];
  /** A later page is on its way, or could not be had. */
  readonly more: 'none' | 'loading' | 'failed';
  readonly isRetrying: boolean;
  /** Asks again for what failed. */
  readonly retry: () => void;
  /** Replaces one of them by its version from the live topic. */
  readonly renew: (held: Restaurant, fresh: Restaurant) => void;
  /** Of the search area, metres. */
  readonly radius: number;
  /** Expands the search area; null where that would find nothing new. */
  readonly expandSearch: (() => void) | null;
}

const nothing: readonly Restaurant[] = [];

const useRenew = (searchArea: SearchArea | null) => {
  const { store } = useShell();
  return useCallback(
    (held: Restaurant, fresh: Restaurant) => {
      // Each minute every restaurant comes anew; only what differs is worth a new list.
      if (searchArea === null || copyWithStructuralSharing(held, fresh) === held) return;
      store.dispatch(nearbyApi.util.updateQueryData('nearby', searchArea, (draft) => ({ ...draft, pages: withRestaurant(draft.pages, fresh) })));
    },
    [store, searchArea],
  );
};

interface Pages {
  readonly pageCount: number;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Asks for page after page. The list is drawn behind all else: the next page waits until this one is, or on a slow phone none would be seen before all have come. */
const useFurtherPages = ({ pageCount, isFetching, isError, hasNextPage, fetchNextPage }: Pages): void => {
  const drawnPages = useDeferredValue(pageCount);
  useEffect(() => {
    // Not awaited: its outcome comes through the hook. The count is asked for because a quick answer comes
    // before anything was drawn while it was on its way; then nothing else has changed.
    if (pageCount > 0 && drawnPages === pageCount && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [pageCount, drawnPages, hasNextPage, isFetching, isError, fetchNextPage]);
};

/** The restaurants around a place, loaded page after page. */
export const useNearby = (around: Coordinate | null): Nearby => {
  const searchArea = useSearchArea(around);
  const query = nearbyApi.useNearbyInfiniteQuery(searchArea ?? skipToken);
  const { currentData, isFetching, isError, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  useFurtherPages({ pageCount: currentData?.pages.length ?? 0, isFetching, isError, hasNextPage, fetchNextPage });

  const retry = useCallback(() => void (isFetchNextPageError ? fetchNextPage() : refetch()), [isFetchNextPageError, fetchNextPage, refetch]);
  useRetryWhenBack(isError, retry);
  const restaurants = useMemo(() => (currentData === undefined ? nothing : joinPages(currentData.pages)), [currentData]);
  const isThere = currentData !== undefined;
  const status = isThere ? 'ready' : isError ? 'failed' : 'loading';
  const more = !isThere || !hasNextPage ? 'none' : isError ? 'failed' : 'loading';
  const { error } = query;
  const renew = useRenew(searchArea);
  const radius = searchArea?.radius ?? NEARBY_RADIUS;
  const expandSearch = useExpandSearch(searchArea, restaurants.length);
  // The same object while nothing has changed: the deferred list is compared by it.
  return useMemo(
    () => ({ status, error, restaurants, more, isRetrying: isFetching, retry, renew, radius, expandSearch }),
    [status, error, restaurants, more, isFetching, retry, renew, radius, expandSearch],
  );
};
