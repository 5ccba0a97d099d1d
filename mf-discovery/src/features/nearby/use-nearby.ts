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
  /** The area that was expanded last; around every other place it is the usual one. */
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

/** The search area that was expanded last. */
const selectExpandedArea = reducer.selector((state) => state['discovery/searchArea'].expanded);

/** S1§9: an hour. */
const CACHE_SECONDS = 3_600;

interface PageArgs {
  readonly queryArg: SearchArea;
  readonly pageParam: NearbyPage;
}

/** The restaurants around a place, page after page. */
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

/** The search area around a place; null where there is no place yet. */
const useSearchArea = (around: Coordinate | null): SearchArea | null => {
  const expanded = useSelector(selectExpandedArea);
  return useMemo(() => (around === null ? null : searchAreaAround(around, expanded)), [around, expanded]);
};

/** Expands a search area that held so many places; null where that would find nothing new. */
const useExpandSearch = (searchArea: SearchArea | null, found: number): (() => void) | null => {
  const { store } = useShell();
  return useMemo(() => {
    const expanded = searchArea === null ? null : expandedBeyond(searchArea, found);
    return expanded === null ? null : () => void store.dispatch(searchAreaExpanded(expanded));
  }, [store, searchArea, found]);
};

const useRenew = (searchArea: SearchArea | null) => {
  const { store } = useShell();
  return useCallback(
    (held: Restaurant, fresh: Restaurant) => {
      // Each minute every restaurant comes anew; only what differs is worth a new list.
      if (searchArea === null || copyWithStructuralSharing(held, fresh) === held) return;
      store.dispatch(
        nearbyApi.util.updateQueryData('nearby', searchArea, (draft) => ({
          ...draft,
          pages: withRestaurant(draft.pages, fresh),
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
 * Asks for page after page. The list is drawn behind all else: the next page waits until this one is, or on a slow
 * phone none would be seen before all have come.
 */
const useFurtherPages = ({ pageCount, isFetching, isError, hasNextPage, fetchNextPage }: Pages): void => {
  const drawnPages = useDeferredValue(pageCount);
  useEffect(() => {
    // Not awaited: its outcome comes through the hook. The count is asked for because a quick answer comes
    // before anything was drawn while it was on its way; then nothing else has changed.
    if (pageCount > 0 && drawnPages === pageCount && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [pageCount, drawnPages, hasNextPage, isFetching, isError, fetchNextPage]);
};

interface Loaded {
  /** When the list came last, by the clock of the cache: tells one answer from the next. */
  readonly fulfilledAt: number | undefined;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/**
 * Asks anew for a list that is an hour old while somebody may look at it: of what isn't on the screen no topic tells
 * the changes.
 */
const useRenewal = ({ fulfilledAt, isFetching, refetch }: Loaded): void => {
  const now = useNow();
  // When each answer came, by our clock: who comes back to an area finds its list as old as it is.
  const [came, setCame] = useState<ReadonlyMap<number, number>>(new Map());
  if (fulfilledAt !== undefined && !came.has(fulfilledAt)) setCame(new Map(came).set(fulfilledAt, now));
  const isOld = fulfilledAt !== undefined && now - (came.get(fulfilledAt) ?? now) >= CACHE_SECONDS * 1_000;
  useEffect(() => {
    // Not awaited: its outcome comes through the hook; what fails is asked for again at the next minute.
    if (isOld && !isFetching && document.visibilityState === 'visible') void refetch();
  }, [isOld, isFetching, now, refetch]);
};

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
  /** Null until a place is known. */
  readonly searchArea: SearchArea | null;
  /** Of the search area, metres. */
  readonly radius: number;
  /** Expands the search area; null where that would find nothing new. */
  readonly expandSearch: (() => void) | null;
}

const noRestaurants: readonly Restaurant[] = [];

/** The restaurants around a place, loaded page after page. */
export const useNearby = (around: Coordinate | null): Nearby => {
  const searchArea = useSearchArea(around);
  // What was left for as long is asked for anew when somebody comes back to it.
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
  const more = !isThere || !hasNextPage ? 'none' : isError ? 'failed' : 'loading';
  const { error } = query;
  const renew = useRenew(searchArea);
  const radius = searchArea?.radius ?? NEARBY_RADIUS;
  const expandSearch = useExpandSearch(searchArea, restaurants.length);
  // The same object while nothing has changed: the deferred list is compared by it.
  return useMemo(
    () => ({
      status,
      error,
      restaurants,
      more,
      isRetrying: isFetching,
      retry,
      renew,
      searchArea,
      radius,
      expandSearch,
    }),
    [status, error, restaurants, more, isFetching, retry, renew, searchArea, radius, expandSearch],
  );
};

/**
 * All restaurants around a place for who counts them; null until the last page has come, for a number that grows would
 * be a wrong one.
 */
export const useAllAround = (around: Coordinate | null): readonly Restaurant[] | null => {
  const { status, more, restaurants } = useNearby(around);
  return status === 'ready' && more !== 'loading' ? restaurants : null;
};

/**
 * What the list around a place holds of a restaurant, without asking for it; null where it isn't in there. Without a
 * distance where nobody looks from there.
 */
export const useListed = (around: ChosenPlace | null, routingName: string): Restaurant | null => {
  const select = nearbyApi.endpoints.nearby.select(useSearchArea(around?.coordinate ?? null) ?? skipToken);
  const { data } = useSelector(select);
  const isLocated = standpointOf(around) !== null;
  return useMemo(() => {
    const listed = joinPages(data?.pages ?? []).find((restaurant) => restaurant.routingName === routingName) ?? null;
    return listed === null || isLocated ? listed : { ...listed, initialDistanceKm: null };
  }, [data, routingName, isLocated]);
};
