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
  useRetryOnline,
  useSelector,
  useShell,
} from '@mahlzeit/shared-ui/platform';
import type { PayloadAction } from '@mahlzeit/shared-ui/platform';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { ChosenPlace } from '../location';
import { distanceOriginOf } from '../location';
import {
  nextLargerArea,
  FIRST_PAGE,
  joinRestaurantPages,
  nextPageAfter,
  createSearchArea,
  replaceRestaurant,
} from './nearby-rules';
import type { NearbyPage, SearchArea } from './nearby-rules';
import { useNewPlaces } from './new-places';

interface SearchAreaState {
  /** Area to which the user last expanded the search. Around every other place the usual radius applies. */
  readonly expanded: SearchArea | null;
}

const initialSearchAreaState: SearchAreaState = { expanded: null };

const searchAreaSlice = createSlice({
  name: 'discovery/searchArea',
  initialState: initialSearchAreaState,
  reducers: {
    searchAreaExpanded: (_previousState, { payload }: PayloadAction<SearchArea>) => ({ expanded: payload }),
  },
});

const searchAreaReducer = rootReducer.inject(searchAreaSlice);

const { searchAreaExpanded } = searchAreaSlice.actions;

const selectExpandedArea = searchAreaReducer.selector((state) => state['discovery/searchArea'].expanded);

/** Time in seconds after which a loaded list is loaded again: one hour (S1§9). */
const NEARBY_CACHE_SECONDS = 3_600;

interface NearbyPageArgs {
  readonly queryArg: SearchArea;
  readonly pageParam: NearbyPage;
}

/** Endpoint that loads the restaurants around a place page by page. */
const nearbyApi = api.injectEndpoints({
  endpoints: (endpointBuilder) => ({
    nearby: endpointBuilder.infiniteQuery<Restaurant[], SearchArea, NearbyPage>({
      ...apiQuery(loadByLocation, ({ queryArg, pageParam }: NearbyPageArgs) => ({
        body: { ...queryArg, ...pageParam },
      })),
      infiniteQueryOptions: {
        initialPageParam: FIRST_PAGE,
        getNextPageParam: (lastPage, _pages, lastPageParam) => nextPageAfter(lastPage, lastPageParam),
      },
      keepUnusedDataFor: NEARBY_CACHE_SECONDS,
    }),
  }),
});

/** Returns the search area around a center; null if the center is unknown. */
const useSearchArea = (center: Coordinate | null): SearchArea | null => {
  const expandedArea = useSelector(selectExpandedArea);
  return useMemo(() => (center === null ? null : createSearchArea(center, expandedArea)), [center, expandedArea]);
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
      // Ignores a restaurant that hasn't changed: the live topic delivers each one again every minute, and only a
      // change may create a new list.
      if (searchArea === null || copyWithStructuralSharing(listedRestaurant, renewedRestaurant) === listedRestaurant)
        return;
      store.dispatch(
        nearbyApi.util.updateQueryData('nearby', searchArea, (nearbyData) => ({
          ...nearbyData,
          pages: replaceRestaurant(nearbyData.pages, renewedRestaurant),
        })),
      );
    },
    [store, searchArea],
  );
};

interface FurtherPagesQuery {
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
const useLoadFurtherPages = ({
  pageCount,
  isFetching,
  isError,
  hasNextPage,
  fetchNextPage,
}: FurtherPagesQuery): void => {
  const drawnPageCount = useDeferredValue(pageCount);
  useEffect(() => {
    // Nothing awaits the promise, because the hook delivers the result. `pageCount` is a dependency, because a quick
    // response may arrive before the rendering, and then nothing else changes.
    if (pageCount > 0 && drawnPageCount === pageCount && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [pageCount, drawnPageCount, hasNextPage, isFetching, isError, fetchNextPage]);
};

interface LoadedListQuery {
  /** Arrival time of the last response, as RTK Query stores it. The hook uses it only to recognize a response. */
  readonly fulfilledAt: number | undefined;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/**
 * Loads a visible list again after an hour, because no topic delivers changes of restaurants that aren't on the screen.
 */
const useHourlyRefetch = ({ fulfilledAt, isFetching, refetch }: LoadedListQuery): void => {
  const now = useNow();
  // Arrival time of each response on the clock of the page, by `fulfilledAt`. When the user returns from another area,
  // the list therefore keeps its real age.
  const [arrivalMsByFulfilledAt, setArrivalMsByFulfilledAt] = useState<ReadonlyMap<number, number>>(new Map());
  if (fulfilledAt !== undefined && !arrivalMsByFulfilledAt.has(fulfilledAt))
    setArrivalMsByFulfilledAt(new Map(arrivalMsByFulfilledAt).set(fulfilledAt, now));
  const isListExpired =
    fulfilledAt !== undefined && now - (arrivalMsByFulfilledAt.get(fulfilledAt) ?? now) >= NEARBY_CACHE_SECONDS * 1_000;
  useEffect(() => {
    // Nothing awaits the promise, because the hook delivers the result. A failed request is repeated one minute later.
    if (isListExpired && !isFetching && document.visibilityState === 'visible') void refetch();
  }, [isListExpired, isFetching, now, refetch]);
};

/** Restaurants that have loaded so far, and the state of the next request. */
export interface NearbyState {
  readonly status: 'loading' | 'failed' | 'ready';
  /** Error that prevents any list from being shown. */
  readonly error: unknown;
  readonly restaurants: readonly Restaurant[];
  /** State of the next page of restaurants: none is left, it is loading, or its request has failed. */
  readonly more: 'none' | 'loading' | 'failed';
  readonly isRetrying: boolean;
  /** Repeats the failed request. */
  readonly retry: () => void;
  /** Replaces a restaurant in the list by its newer version, which the live topic has delivered. */
  readonly renew: (listedRestaurant: Restaurant, renewedRestaurant: Restaurant) => void;
  /** Area in which the list searches; null until the place of the list is known. */
  readonly searchArea: SearchArea | null;
  /** Radius of the search area, metres. */
  readonly radius: number;
  /** Expands the search area; null if a larger area has no more restaurants. */
  readonly expandSearch: (() => void) | null;
}

const emptyRestaurantList: readonly Restaurant[] = [];

/** Loads the restaurants around a center, page by page. */
export const useNearby = (center: Coordinate | null): NearbyState => {
  const searchArea = useSearchArea(center);
  // A list of restaurants that wasn't shown for an hour is loaded again.
  const nearbyQuery = nearbyApi.useNearbyInfiniteQuery(searchArea ?? skipToken, {
    refetchOnMountOrArgChange: NEARBY_CACHE_SECONDS,
  });
  const { currentData, isFetching, isError, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = nearbyQuery;
  useLoadFurtherPages({ pageCount: currentData?.pages.length ?? 0, isFetching, isError, hasNextPage, fetchNextPage });
  useHourlyRefetch({ fulfilledAt: nearbyQuery.fulfilledTimeStamp, isFetching, refetch });

  const retry = useCallback(
    () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    [isFetchNextPageError, fetchNextPage, refetch],
  );
  useRetryOnline(isError, retry);
  useNewPlaces(searchArea, refetch);
  const restaurants = useMemo(
    () => (currentData === undefined ? emptyRestaurantList : joinRestaurantPages(currentData.pages)),
    [currentData],
  );
  const hasLoadedList = currentData !== undefined;
  const status = hasLoadedList ? 'ready' : isError ? 'failed' : 'loading';
  const nextPageStatus = !hasLoadedList || !hasNextPage ? 'none' : isError ? 'failed' : 'loading';
  const { error } = nearbyQuery;
  const renewRestaurant = useRenewRestaurant(searchArea);
  const radiusMetres = searchArea?.radius ?? NEARBY_RADIUS_METRES;
  const expandSearch = useExpandSearch(searchArea, restaurants.length);
  // The returned object stays the same while nothing has changed, because React compares the deferred list by identity.
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
      radius: radiusMetres,
      expandSearch,
    }),
    [
      status,
      error,
      restaurants,
      nextPageStatus,
      isFetching,
      retry,
      renewRestaurant,
      searchArea,
      radiusMetres,
      expandSearch,
    ],
  );
};

/**
 * Returns all restaurants around a center, for components that count them. Null until the last page has loaded, because
 * a growing number would be wrong.
 */
export const useAllNearbyPlaces = (center: Coordinate | null): readonly Restaurant[] | null => {
  const { status, more, restaurants } = useNearby(center);
  return status === 'ready' && more !== 'loading' ? restaurants : null;
};

/**
 * Returns a restaurant from the loaded list, without a request; null if the list doesn't contain it. The distance is
 * null if the user's location is unknown.
 */
export const useListedRestaurant = (place: ChosenPlace | null, routingName: string): Restaurant | null => {
  const selectNearby = nearbyApi.endpoints.nearby.select(useSearchArea(place?.coordinate ?? null) ?? skipToken);
  const { data } = useSelector(selectNearby);
  const isUserLocated = distanceOriginOf(place) !== null;
  return useMemo(() => {
    const listedRestaurant =
      joinRestaurantPages(data?.pages ?? []).find((restaurant) => restaurant.routingName === routingName) ?? null;
    return listedRestaurant === null || isUserLocated
      ? listedRestaurant
      : { ...listedRestaurant, initialDistanceKm: null };
  }, [data, routingName, isUserLocated]);
};
