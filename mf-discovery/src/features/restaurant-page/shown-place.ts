import type { Coordinate, Ms, Restaurant } from '@mahlzeit/contract';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import { useNow, useRestaurantByRoutingNameQuery, useRetryWhenBack } from '@mahlzeit/shared-ui/platform';
import { createContext, use, useMemo, useState } from 'react';
import { isSamePlace } from './place-facts';
import type { PlaceOnly } from './place-facts';

/** How the request for a place stands that isn't known yet. */
export interface PlaceRequest {
  readonly error: unknown;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** The place that a page shows, as it is now. */
interface ShownPlace {
  /** null: not known yet. */
  readonly restaurant: Restaurant | null;
  /** The same without its menu: one object for as long as dishes alone come and go. */
  readonly place: PlaceOnly | null;
  /** When that is, by the domain clock. */
  readonly now: Ms;
  readonly request: PlaceRequest;
}

/** Brings the place to the parts of its page, so that of a change only those hear that show it. */
export const ShownPlaceContext = createContext<ShownPlace | null>(null);

/** The place whose page this stands on. */
export const useShownPlace = (): ShownPlace => {
  const shown = use(ShownPlaceContext);
  if (shown === null) throw new Error('no place');
  return shown;
};

/** Which place is asked for. */
export interface AskedPlace {
  readonly routingName: string;
  /** Where distances are measured from. */
  readonly at: Coordinate | null;
  /** What the list knows of it already: shown until the answer is there. */
  readonly listed: Restaurant | null;
}

const usePlaceOnly = (restaurant: Restaurant | null): PlaceOnly | null => {
  const [held, setHeld] = useState<PlaceOnly | null>(restaurant);
  if (held === restaurant || (held !== null && restaurant !== null && isSamePlace(held, restaurant))) return held;
  setHeld(restaurant);
  return restaurant;
};

/** Asks for a place and keeps it fresh. */
export const useFreshPlace = ({ routingName, at, listed }: AskedPlace): ShownPlace => {
  const now = useNow();
  const { data, error, isFetching, refetch } = useRestaurantByRoutingNameQuery({
    routingName,
    ...(at !== null && { at }),
  });
  // Not awaited: the answer comes through the hook.
  const onRetry = (): void => void refetch();
  useRetryWhenBack(error !== undefined, onRetry);
  // Once it is known from where distances count, the same place is asked for anew: it stays meanwhile.
  const atOnce = useMemo(() => (listed === null ? null : withDerivedFields(listed, now)), [listed, now]);
  const restaurant = data?.routingName === routingName ? data : atOnce;
  return { restaurant, place: usePlaceOnly(restaurant), now, request: { error, isRetrying: isFetching, onRetry } };
};
