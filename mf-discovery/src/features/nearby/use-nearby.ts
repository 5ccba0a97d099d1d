import { loadByLocation } from '@mahlzeit/contract';
import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { NEARBY_RADIUS } from '@mahlzeit/contract/rules';
import {
  api,
  apiQuery,
  copyWithStructuralSharing,
  createSlice,
  rootReducer,
  skipToken,
  useNow,
  useRetryWhenBack,
  useSelector,
  useShell,
} from '@mahlzeit/shared-ui/platform';
import type { PayloadAction } from '@mahlzeit/shared-ui/platform';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { ChosenPlace } from '../location';
import { standpointOf } from '../location';
import { expandedBeyond, FIRST_PAGE, joinPages, nextPage, searchAreaAround, withRestaurant } from './nearby-rules';
import type { NearbyPage, SearchArea } from './nearby-rules';
import { useNewPlaces } from './new-places';

interface SearchAreaState {
  /** Last expanded area; around every other place the usual area applies. */
  readonly expanded: SearchArea | null;
}

const initialState: SearchAreaState = { expanded: null };

const slice = createSlice({
  name: 'discovery/searchArea',
  initialState,
  reducers: {
    searchAreaExpanded: (_state, { payload }: PayloadAction<SearchArea>) => ({ expanded: payload }),
  },
});

const reducer = rootReducer.inject(slice);

const { searchAreaExpanded } = slice.actions;

/** Selects the last expanded area. */
const selectExpandedArea = reducer.selector((state) => state['discovery/searchArea'].expanded);

/** One hour (S1§9). */
const CACHE_SECONDS = 3_600;

interface PageArgs {
  readonly queryArg: SearchArea;
  readonly pageParam: NearbyPage;
}

/** Endpoint that loads the restaurants around a place page by page. */
const nearbyApi = api.injectEndpoints({
  endpoints: (build) => ({
    nearby: build.infiniteQuery<Restaurant[], SearchArea, NearbyPage>({
      ...apiQuery(loadByLocation, ({ queryArg, pageParam }: PageArgs) => ({ body: { ...queryArg, ...pageParam } })),
      infiniteQueryOptions: {
        initialPageParam: FIRST_PAGE,
        getNextPageParam: (lastPage, _pages, page) => nextPage(lastPage, page),
      },
      keepUnusedDataFor: CACHE_SECONDS,
    }),
  }),
});

/** Returns the search area around a place; null without a place. */
const useSearchArea = (center: Coordinate | null): SearchArea | null => {
  const expandedArea = useSelector(selectExpandedArea);
  return useMemo(() => (center === null ? null : searchAreaAround(center, expandedArea)), [center, expandedArea]);
};

/** Returns a function that expands a search area with so many places; null when a larger area has no more places. */
const useExpandSearch = (searchArea: SearchArea | null, placeCount: number): (() => void) | null => {
  const { store } = useShell();
  return useMemo(() => {
    const expandedArea = searchArea === null ? null : expandedBeyond(searchArea, placeCount);
    return expandedArea === null ? null : () => void store.dispatch(searchAreaExpanded(expandedArea));
  }, [store, searchArea, placeCount]);
};

const useRenew = (searchArea: SearchArea | null) => {
  const { store } = useShell();
  return useCallback(
    (listedRestaurant: Restaurant, renewed: Restaurant) => {
      // The live topic delivers each restaurant anew every minute; only a difference needs a new list.
      if (searchArea === null || copyWithStructuralSharing(listedRestaurant, renewed) === listedRestaurant) return;
      store.dispatch(
        nearbyApi.util.updateQueryData('nearby', searchArea, (draft) => ({
          ...draft,
          pages: withRestaurant(draft.pages, renewed),
        })),
      );
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

/**
 * Loads page after page. The list is rendered with low priority: the next page waits for the rendering, otherwise a
 * slow phone would show nothing before the last page.
 */
const useFurtherPages = ({ pageCount, isFetching, isError, hasNextPage, fetchNextPage }: Pages): void => {
  const drawnPages = useDeferredValue(pageCount);
  useEffect(() => {
    // Not awaited: the hook delivers the result. The count is a dependency because a quick answer may arrive before the
    // rendering; nothing else changes then.
    if (pageCount > 0 && drawnPages === pageCount && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [pageCount, drawnPages, hasNextPage, isFetching, isError, fetchNextPage]);
};

interface Loaded {
  /** Time of the last answer on the cache's clock; identifies the answer. */
  readonly fulfilledAt: number | undefined;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Loads a visible list again after an hour: no topic delivers the changes of places outside of the screen. */
const useRenewal = ({ fulfilledAt, isFetching, refetch }: Loaded): void => {
  const now = useNow();
  // Arrival of each answer on our clock: the list of a revisited area keeps its real age.
  const [arrivals, setArrivals] = useState<ReadonlyMap<number, number>>(new Map());
  if (fulfilledAt !== undefined && !arrivals.has(fulfilledAt)) setArrivals(new Map(arrivals).set(fulfilledAt, now));
  const isOld = fulfilledAt !== undefined && now - (arrivals.get(fulfilledAt) ?? now) >= CACHE_SECONDS * 1_000;
  useEffect(() => {
    // Not awaited: the hook delivers the result; a failed request is repeated in the next minute.
    if (isOld && !isFetching && document.visibilityState === 'visible') void refetch();
  }, [isOld, isFetching, now, refetch]);
};

/** Loaded part of the list. */
export interface Nearby {
  readonly status: 'loading' | 'failed' | 'ready';
  /** Error without any list. */
  readonly error: unknown;
  readonly restaurants: readonly Restaurant[];
  /** State of a further page. */
  readonly more: 'none' | 'loading' | 'failed';
  readonly isRetrying: boolean;
  /** Repeats the failed request. */
  readonly retry: () => void;
  /** Replaces a restaurant by its version from the live topic. */
  readonly renew: (listedRestaurant: Restaurant, renewed: Restaurant) => void;
  /** Null until a place is known. */
  readonly searchArea: SearchArea | null;
  /** Radius of the search area, metres. */
  readonly radius: number;
  /** Expands the search area; null when a larger area has no more places. */
  readonly expandSearch: (() => void) | null;
}

const noRestaurants: readonly Restaurant[] = [];

/** Loads the restaurants around a place page by page. */
export const useNearby = (center: Coordinate | null): Nearby => {
  const searchArea = useSearchArea(center);
  // A list that was left for an hour is loaded again.
  const query = nearbyApi.useNearbyInfiniteQuery(searchArea ?? skipToken, { refetchOnMountOrArgChange: CACHE_SECONDS });
  const { currentData, isFetching, isError, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  useFurtherPages({ pageCount: currentData?.pages.length ?? 0, isFetching, isError, hasNextPage, fetchNextPage });
  useRenewal({ fulfilledAt: query.fulfilledTimeStamp, isFetching, refetch });

  const retry = useCallback(
    () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    [isFetchNextPageError, fetchNextPage, refetch],
  );
  useRetryWhenBack(isError, retry);
  useNewPlaces(searchArea, refetch);
  const restaurants = useMemo(
    () => (currentData === undefined ? noRestaurants : joinPages(currentData.pages)),
    [currentData],
  );
  const isThere = currentData !== undefined;
  const status = isThere ? 'ready' : isError ? 'failed' : 'loading';
  const moreStatus = !isThere || !hasNextPage ? 'none' : isError ? 'failed' : 'loading';
  const { error } = query;
  const renewRestaurant = useRenew(searchArea);
  const radius = searchArea?.radius ?? NEARBY_RADIUS;
  const expandSearch = useExpandSearch(searchArea, restaurants.length);
  // The same object while nothing has changed: the deferred list is compared by identity.
  return useMemo(
    () => ({
      status,
      error,
      restaurants,
      more: moreStatus,
      isRetrying: isFetching,
      retry,
      renew: renewRestaurant,
      searchArea,
      radius,
      expandSearch,
    }),
    [status, error, restaurants, moreStatus, isFetching, retry, renewRestaurant, searchArea, radius, expandSearch],
  );
};

/**
 * Returns all restaurants around a place, for counts; null until the last page, because a growing number would be
 * wrong.
 */
export const useAllAround = (center: Coordinate | null): readonly Restaurant[] | null => {
  const { status, more, restaurants } = useNearby(center);
  return status === 'ready' && more !== 'loading' ? restaurants : null;
};

/**
 * Returns the list's version of a restaurant without a request; null when the list doesn't contain it. The distance is
 * null without a known location.
 */
export const useListed = (place: ChosenPlace | null, routingName: string): Restaurant | null => {
  const select = nearbyApi.endpoints.nearby.select(useSearchArea(place?.coordinate ?? null) ?? skipToken);
  const { data } = useSelector(select);
  const isLocated = standpointOf(place) !== null;
  return useMemo(() => {
    const listedRestaurant =
      joinPages(data?.pages ?? []).find((restaurant) => restaurant.routingName === routingName) ?? null;
    return listedRestaurant === null || isLocated ? listedRestaurant : { ...listedRestaurant, initialDistanceKm: null };
  }, [data, routingName, isLocated]);
};
