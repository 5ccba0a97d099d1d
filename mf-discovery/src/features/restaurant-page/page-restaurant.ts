import type { Coordinate, Ms, Restaurant } from '@mahlzeit/contract';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import { useNow, useRestaurantByRoutingNameQuery, useRetryOnline } from '@mahlzeit/shared-ui/platform';
import { createContext, use, useMemo, useState } from 'react';
import { isSamePlace } from './place-facts';
import type { PlaceOnly } from './place-facts';

/** State of the request that loads the restaurant. */
export interface PlaceRequestState {
  readonly error: unknown;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** Restaurant of a page, as far as it is loaded, and the state of its request. */
interface PageRestaurant {
  /** Restaurant of the page; null until it is loaded. */
  readonly restaurant: Restaurant | null;
  /** Restaurant without its menu. The object stays the same while only dishes change. */
  readonly place: PlaceOnly | null;
  /** Current time on the gateway's clock, in ms since 1970. */
  readonly now: Ms;
  readonly request: PlaceRequestState;
}

/**
 * Context that passes the restaurant to the components of its page, so that a change renders only the components that
 * use it.
 */
export const PageRestaurantContext = createContext<PageRestaurant | null>(null);

/** Returns the restaurant of the surrounding page; throws outside of a restaurant page. */
export const usePageRestaurant = (): PageRestaurant => {
  const pageRestaurant = use(PageRestaurantContext);
  if (pageRestaurant === null) throw new Error('usePageRestaurant needs a PageRestaurantContext');
  return pageRestaurant;
};

/** Parameters of the request for a restaurant. */
export interface RestaurantRequest {
  readonly routingName: string;
  /** Point from which distances are measured; null if the user's location is unknown. */
  readonly distanceOrigin: Coordinate | null;
  /**
   * Restaurant as the list has loaded it. It is shown until the response arrives; null if the list doesn't contain it.
   */
  readonly listedRestaurant: Restaurant | null;
}

const useStablePlaceOnly = (restaurant: Restaurant | null): PlaceOnly | null => {
  const [stablePlace, setStablePlace] = useState<PlaceOnly | null>(restaurant);
  if (
    stablePlace === restaurant ||
    (stablePlace !== null && restaurant !== null && isSamePlace(stablePlace, restaurant))
  )
    return stablePlace;
  setStablePlace(restaurant);
  return restaurant;
};

/** Returns the argument of the request for a restaurant; requests with the same argument share their answer. */
export const restaurantRequestOf = ({
  routingName,
  distanceOrigin,
}: Pick<RestaurantRequest, 'routingName' | 'distanceOrigin'>) => ({
  routingName,
  ...(distanceOrigin !== null && { at: distanceOrigin }),
});

/** Loads a restaurant, keeps its data up to date, and repeats a failed request when the connection is back. */
export const useLoadedPageRestaurant = ({
  routingName,
  distanceOrigin,
  listedRestaurant,
}: RestaurantRequest): PageRestaurant => {
  const now = useNow();
  const { data, error, isFetching, refetch } = useRestaurantByRoutingNameQuery(
    restaurantRequestOf({ routingName, distanceOrigin }),
  );
  // Nothing awaits the promise, because the hook returns the response.
  const onRetry = (): void => void refetch();
  useRetryOnline(error !== undefined, onRetry);
  // When the location becomes known, the same restaurant is loaded again; the previous response stays visible
  // meanwhile.
  const preliminaryRestaurant = useMemo(
    () => (listedRestaurant === null ? null : withDerivedFields(listedRestaurant, now)),
    [listedRestaurant, now],
  );
  const restaurant = data?.routingName === routingName ? data : preliminaryRestaurant;
  return {
    restaurant,
    place: useStablePlaceOnly(restaurant),
    now,
    request: { error, isRetrying: isFetching, onRetry },
  };
};
