import { getMealTypes, getRestaurant, getRestaurantByRoutingName, Offer, Restaurant, restaurantTopic } from '@mahlzeit/contract';
import type { Coordinate, MealType } from '@mahlzeit/contract';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import type { SkipToken } from '@reduxjs/toolkit/query/react';
import { useMemo } from 'react';
import type { TopicView } from './live/live-client';
import { liveItems } from './live/live-query';
import { api, apiQuery } from './store';
import { useNow, useTopic } from './use-shell';

const restaurantsOf = liveItems('restaurant', Restaurant);
const mealsOf = liveItems('meals', Offer);

/** A restaurant as its topic has it at `now`; the distance is the reader's own and stays. */
export const withLiveRestaurant = (held: Restaurant, view: TopicView, now: number): Restaurant => {
  const [current] = restaurantsOf(view);
  if (current === undefined) return withDerivedFields(held, now);
  return withDerivedFields({ ...current, initialDistanceKm: held.initialDistanceKm, offers: mealsOf(view) }, now);
};

/** Which restaurant, and where the distance is measured from. */
interface RestaurantByKey {
  readonly key: string;
  readonly at?: Coordinate;
}

/** The same by the name in its address. */
interface RestaurantByRoutingName {
  readonly routingName: string;
  readonly at?: Coordinate;
}

// S1§9: an hour. What is shown again after that long is shown at once, and its topic tells what has changed since.
const CACHE_SECONDS = 3_600;

/** Restaurants as the gateway answered; `useFresh` keeps what is shown fresh. */
const restaurantApi = api.injectEndpoints({
  endpoints: (build) => ({
    restaurant: build.query<Restaurant, RestaurantByKey>({
      ...apiQuery(getRestaurant, ({ key, at }: RestaurantByKey) => ({ params: { key }, query: { ...at } })),
      keepUnusedDataFor: CACHE_SECONDS,
    }),
    restaurantByRoutingName: build.query<Restaurant, RestaurantByRoutingName>({
      ...apiQuery(getRestaurantByRoutingName, ({ routingName, at }: RestaurantByRoutingName) => ({ params: { routingName }, query: { ...at } })),
      keepUnusedDataFor: CACHE_SECONDS,
    }),
    mealTypes: build.query<MealType[], void>({ ...apiQuery(getMealTypes, () => ({})), keepUnusedDataFor: CACHE_SECONDS }),
  }),
});

/** The meal types by their order. */
export const { useMealTypesQuery } = restaurantApi;

/** A restaurant kept fresh while `isFollowed`: by its topic and by the server's clock. One that is not there yet stays so. */
export const useLiveRestaurant = <Held extends Restaurant | undefined>(held: Held, isFollowed: boolean): Held | Restaurant => {
  const view = useTopic(isFollowed && held !== undefined ? restaurantTopic(held.key) : null);
  const now = useNow();
  return useMemo(() => (held === undefined ? held : withLiveRestaurant(held, view, now)), [held, view, now]);
};

// Followed only while a screen shows it: an hour of visited restaurants would be more topics than a connection may have.
const useFresh = <Result extends { readonly data?: Restaurant | undefined }>(result: Result) => {
  const data = useLiveRestaurant(result.data, true);
  return { ...result, data };
};

/** A restaurant with today's meals, live while it is shown and kept for an hour after. */
export const useRestaurantQuery = (arg: RestaurantByKey | SkipToken) => useFresh(restaurantApi.useRestaurantQuery(arg));

/** The same by the name in its address. */
export const useRestaurantByRoutingNameQuery = (arg: RestaurantByRoutingName | SkipToken) => useFresh(restaurantApi.useRestaurantByRoutingNameQuery(arg));
