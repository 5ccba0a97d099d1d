import { loadByLocation } from '@mahlzeit/contract';
import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { NEARBY_RADIUS_METRES } from '@mahlzeit/contract/rules';
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
import { distanceOriginOf } from '../location';
import { nextLargerArea, FIRST_PAGE, joinPages, nextPage, searchAreaAround, replaceRestaurant } from './nearby-rules';
import type { NearbyPage, SearchArea } from './nearby-rules';
import { useNewPlaces } from './new-places';

interface SearchAreaState {
  /** Area to which the user last expanded the search. Around every other place the usual radius applies. */
  readonly expanded: SearchArea | null;
}

const initialState: SearchAreaState = { expanded: null };

const searchAreaSlice = createSlice({
  name: 'discovery/searchArea',
  initialState,
  reducers: {
    searchAreaExpanded: (_state, { payload }: PayloadAction<SearchArea>) => ({ expanded: payload }),
  },
});

const searchAreaReducer = rootReducer.inject(searchAreaSlice);

const { searchAreaExpanded } = searchAreaSlice.actions;

const selectExpandedArea = searchAreaReducer.selector((state) => state['discovery/searchArea'].expanded);

/** Time in seconds for which a loaded list stays valid: one hour (S1§9). */
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

/** Returns the search area around a center; null if the center is unknown. */
const useSearchArea = (center: Coordinate | null): SearchArea | null => {
  const expandedArea = useSelector(selectExpandedArea);
  return useMemo(() => (center === null ? null : searchAreaAround(center, expandedArea)), [center, expandedArea]);
};

/**
 * Returns a function that expands the search area; null if a larger area has no more restaurants. `placeCount` is the
 * number of restaurants in the current area.
 */
const useExpandSearch = (searchArea: SearchArea | null, placeCount: number): (() => void) | null => {
  const { store } = useShell();
  return useMemo(() => {
    const expandedArea = searchArea === null ? null : nextLargerArea(searchArea, placeCount);
    return expandedArea === null ? null : () => void store.dispatch(searchAreaExpanded(expandedArea));
  }, [store, searchArea, placeCount]);
};

const useRenewRestaurant = (searchArea: SearchArea | null) => {
  const { store } = useShell();
  return useCallback(
    (listedRestaurant: Restaurant, renewedRestaurant: Restaurant) => {
      // The live topic delivers each restaurant again every minute. Only a changed restaurant may create a new list.
      if (searchArea === null || copyWithStructuralSharing(listedRestaurant, renewedRestaurant) === listedRestaurant)
        return;
      store.dispatch(
        nearbyApi.util.updateQueryData('nearby', searchArea, (draft) => ({
          ...draft,
          pages: replaceRestaurant(draft.pages, renewedRestaurant),
        })),
      );
    },
    [store, searchArea],
  );
};

interface PageQuery {
  readonly pageCount: number;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/**
 * Loads one page after another. The list is rendered with low priority, so the next page waits until the last one was
 * rendered: otherwise a slow phone would show nothing before the last page.
 */
const useFurtherPages = ({ pageCount, isFetching, isError, hasNextPage, fetchNextPage }: PageQuery): void => {
  const drawnPageCount = useDeferredValue(pageCount);
  useEffect(() => {
    // The promise isn't awaited: the hook delivers the result. `pageCount` is a dependency because a quick response may
    // arrive before the rendering, and then nothing else changes.
    if (pageCount > 0 && drawnPageCount === pageCount && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [pageCount, drawnPageCount, hasNextPage, isFetching, isError, fetchNextPage]);
};

interface LoadedList {
  /** Time of the last response on the cache's clock; it identifies the response. */
  readonly fulfilledAt: number | undefined;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/**
 * Loads a visible list again after an hour, because no topic delivers changes of restaurants that aren't on the screen.
 */
const useHourlyRefetch = ({ fulfilledAt, isFetching, refetch }: LoadedList): void => {
  const now = useNow();
  // Arrival time of each response on our clock. A list that is shown again after the user was in another area keeps its
  // real age.
  const [arrivalByResponse, setArrivalByResponse] = useState<ReadonlyMap<number, number>>(new Map());
  if (fulfilledAt !== undefined && !arrivalByResponse.has(fulfilledAt))
    setArrivalByResponse(new Map(arrivalByResponse).set(fulfilledAt, now));
  const isListExpired =
    fulfilledAt !== undefined && now - (arrivalByResponse.get(fulfilledAt) ?? now) >= CACHE_SECONDS * 1_000;
  useEffect(() => {
    // The promise isn't awaited: the hook delivers the result. A failed request is repeated one minute later.
    if (isListExpired && !isFetching && document.visibilityState === 'visible') void refetch();
  }, [isListExpired, isFetching, now, refetch]);
};

/** Part of the list that is loaded so far. */
export interface Nearby {
  readonly status: 'loading' | 'failed' | 'ready';
  /** Error that prevents any list from being shown. */
  readonly error: unknown;
  readonly restaurants: readonly Restaurant[];
  /** State of the next page: none is left, it is loading, or its request has failed. */
  readonly more: 'none' | 'loading' | 'failed';
  readonly isRetrying: boolean;
  /** Repeats the failed request. */
  readonly retry: () => void;
  /** Replaces a restaurant in the list by its newer version from the live topic. */
  readonly renew: (listedRestaurant: Restaurant, renewedRestaurant: Restaurant) => void;
  /** Null until the place of the list is known. */
  readonly searchArea: SearchArea | null;
  /** Radius of the search area, metres. */
  readonly radius: number;
  /** Expands the search area; null if a larger area has no more restaurants. */
  readonly expandSearch: (() => void) | null;
}

const noRestaurants: readonly Restaurant[] = [];

/** Loads the restaurants around a center, page by page. */
export const useNearby = (center: Coordinate | null): Nearby => {
  const searchArea = useSearchArea(center);
  // A list that wasn't shown for an hour is loaded again.
  const query = nearbyApi.useNearbyInfiniteQuery(searchArea ?? skipToken, { refetchOnMountOrArgChange: CACHE_SECONDS });
  const { currentData, isFetching, isError, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  useFurtherPages({ pageCount: currentData?.pages.length ?? 0, isFetching, isError, hasNextPage, fetchNextPage });
  useHourlyRefetch({ fulfilledAt: query.fulfilledTimeStamp, isFetching, refetch });

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
  const isListLoaded = currentData !== undefined;
  const status = isListLoaded ? 'ready' : isError ? 'failed' : 'loading';
  const nextPageStatus = !isListLoaded || !hasNextPage ? 'none' : isError ? 'failed' : 'loading';
  const { error } = query;
  const renewRestaurant = useRenewRestaurant(searchArea);
  const radius = searchArea?.radius ?? NEARBY_RADIUS_METRES;
  const expandSearch = useExpandSearch(searchArea, restaurants.length);
  // The object stays the same while nothing has changed, because the deferred list is compared by identity.
  return useMemo(
    () => ({
      status,
      error,
      restaurants,
      more: nextPageStatus,
      isRetrying: isFetching,
      retry,
      renew: renewRestaurant,
      searchArea,
      radius,
      expandSearch,
    }),
    [status, error, restaurants, nextPageStatus, isFetching, retry, renewRestaurant, searchArea, radius, expandSearch],
  );
};

/**
 * Returns all restaurants around a center, for counts. Null until the last page has loaded, because a growing number
 * would be wrong.
 */
export const useAllPlaces = (center: Coordinate | null): readonly Restaurant[] | null => {
  const { status, more, restaurants } = useNearby(center);
  return status === 'ready' && more !== 'loading' ? restaurants : null;
};

/**
 * Returns a restaurant as the list contains it, without a request; null if the list doesn't contain it. The distance is
 * null if the location of the user isn't known.
 */
export const useListedRestaurant = (place: ChosenPlace | null, routingName: string): Restaurant | null => {
  const selectNearby = nearbyApi.endpoints.nearby.select(useSearchArea(place?.coordinate ?? null) ?? skipToken);
  const { data } = useSelector(selectNearby);
  const isUserLocated = distanceOriginOf(place) !== null;
  return useMemo(() => {
    const listedRestaurant =
      joinPages(data?.pages ?? []).find((restaurant) => restaurant.routingName === routingName) ?? null;
    return listedRestaurant === null || isUserLocated
      ? listedRestaurant
      : { ...listedRestaurant, initialDistanceKm: null };
  }, [data, routingName, isUserLocated]);
};
