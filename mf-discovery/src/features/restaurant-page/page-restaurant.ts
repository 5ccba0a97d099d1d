import type { Coordinate, Ms, Restaurant } from '@mahlzeit/contract';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import { useNow, useRestaurantByRoutingNameQuery, useRetryWhenBack } from '@mahlzeit/shared-ui/platform';
import { createContext, use, useMemo, useState } from 'react';
import { isSamePlace } from './place-facts';
import type { PlaceOnly } from './place-facts';

/** State of the request while the place is loading. */
export interface PlaceRequest {
  readonly error: unknown;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** Current state of the place on a page. */
interface PageRestaurant {
  /** Null until it is loaded. */
  readonly restaurant: Restaurant | null;
  /** Restaurant without its menu: the same object while only dishes change. */
  readonly place: PlaceOnly | null;
  /** Time of that state, on the server's clock. */
  readonly now: Ms;
  readonly request: PlaceRequest;
}

/** Context that delivers the place to the parts of its page: a change renders only the parts that use it. */
export const PageRestaurantContext = createContext<PageRestaurant | null>(null);

/** Returns the place of the surrounding page. */
export const usePageRestaurant = (): PageRestaurant => {
  const value = use(PageRestaurantContext);
  if (value === null) throw new Error('usePageRestaurant needs a PageRestaurantContext');
  return value;
};

/** Parameters of the request. */
export interface RestaurantRequest {
  readonly routingName: string;
  /** Point from which distances count. */
  readonly at: Coordinate | null;
  /** The list's version of the place: shown until the answer arrives. */
  readonly listed: Restaurant | null;
}

const usePlaceOnly = (restaurant: Restaurant | null): PlaceOnly | null => {
  const [stablePlace, setStablePlace] = useState<PlaceOnly | null>(restaurant);
  if (
    stablePlace === restaurant ||
    (stablePlace !== null && restaurant !== null && isSamePlace(stablePlace, restaurant))
  )
    return stablePlace;
  setStablePlace(restaurant);
  return restaurant;
};

/** Loads a place and keeps it up to date. */
export const useFreshRestaurant = ({ routingName, at, listed }: RestaurantRequest): PageRestaurant => {
  const now = useNow();
  const { data, error, isFetching, refetch } = useRestaurantByRoutingNameQuery({
    routingName,
    ...(at !== null && { at }),
  });
  // Not awaited: the hook delivers the answer.
  const onRetry = (): void => void refetch();
  useRetryWhenBack(error !== undefined, onRetry);
  // When the location becomes known, the same place is loaded again; the old answer stays meanwhile.
  const atOnce = useMemo(() => (listed === null ? null : withDerivedFields(listed, now)), [listed, now]);
  const restaurant = data?.routingName === routingName ? data : atOnce;
  return { restaurant, place: usePlaceOnly(restaurant), now, request: { error, isRetrying: isFetching, onRetry } };
};
