import {
  getMealTypes,
  getRestaurant,
  getRestaurantByRoutingName,
  Offer,
  Restaurant,
  restaurantTopic,
} from '@mahlzeit/contract';
import type { Coordinate, MealType } from '@mahlzeit/contract';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import type { SkipToken } from '@reduxjs/toolkit/query/react';
import { useMemo } from 'react';
import { defineCollection } from '../collections/collection';
import { useCollection } from '../collections/use-collection';
import { api, apiQuery } from '../store/store';
import type { AppStore } from '../store/store';
import { useNow } from '../shell/use-shell';

const liveRestaurants = defineCollection({ topic: restaurantTopic, collection: 'restaurant', schema: Restaurant });
const liveMeals = defineCollection({ topic: restaurantTopic, collection: 'meals', schema: Offer });

/** Key of a restaurant, and the location from which its distance is measured. */
interface RestaurantByKey {
  readonly key: string;
  readonly at?: Coordinate;
}

/** Routing name of a restaurant, and the location from which its distance is measured. */
interface RestaurantByRoutingName {
  readonly routingName: string;
  readonly at?: Coordinate;
}

// Time in seconds for which a restaurant stays cached: one hour (S1§9). A restaurant that is shown again within this
// time is visible at once, and its live topic reports later changes.
const RESTAURANT_CACHE_SECONDS = 3_600;

/** Endpoints that return restaurants as the gateway sent them. `useFreshRestaurant` keeps visible ones up to date. */
const restaurantApi = api.injectEndpoints({
  endpoints: (build) => ({
    restaurant: build.query<Restaurant, RestaurantByKey>({
      ...apiQuery(getRestaurant, ({ key, at }: RestaurantByKey) => ({ params: { key }, query: { ...at } })),
      keepUnusedDataFor: RESTAURANT_CACHE_SECONDS,
    }),
    restaurantByRoutingName: build.query<Restaurant, RestaurantByRoutingName>({
      ...apiQuery(getRestaurantByRoutingName, ({ routingName, at }: RestaurantByRoutingName) => ({
        params: { routingName },
        query: { ...at },
      })),
      keepUnusedDataFor: RESTAURANT_CACHE_SECONDS,
    }),
    mealTypes: build.query<MealType[], void>({
      ...apiQuery(getMealTypes, () => ({})),
      keepUnusedDataFor: RESTAURANT_CACHE_SECONDS,
    }),
  }),
});

/** Query hook for the meal types, in the order in which menus list them. */
export const { useMealTypesQuery } = restaurantApi;

/**
 * Returns whether today's meals of a restaurant come from its live topic; those of a cached response may be an hour
 * old. With null it follows no restaurant.
 */
export const useAreMealsLive = (restaurantKey: string | null): boolean => {
  const { status } = useCollection(liveMeals, restaurantKey);
  return restaurantKey !== null && status !== 'loading';
};

/**
 * Keeps a restaurant up to date by its topic and by the server's clock, while `isFollowed` is true. Returns undefined
 * while `restaurant` is undefined. The distance stays that of `restaurant`, because it depends on the user's location.
 */
export const useLiveRestaurant = <Value extends Restaurant | undefined>(
  restaurant: Value,
  isFollowed: boolean,
): Value | Restaurant => {
  const followedKey = isFollowed && restaurant !== undefined ? restaurant.key : null;
  const {
    items: [liveRestaurant],
  } = useCollection(liveRestaurants, followedKey);
  const { items: offers } = useCollection(liveMeals, followedKey);
  const now = useNow();
  return useMemo(() => {
    if (restaurant === undefined) return restaurant;
    return withDerivedFields(
      liveRestaurant === undefined
        ? restaurant
        : { ...liveRestaurant, initialDistanceKm: restaurant.initialDistanceKm, offers: [...offers] },
      now,
    );
  }, [restaurant, liveRestaurant, offers, now]);
};

// A restaurant is followed only while a screen shows it. All restaurants of the last hour would be more topics than one
// connection may subscribe to.
const useFreshRestaurant = <Result extends { readonly data?: Restaurant | undefined }>(queryResult: Result) => {
  const data = useLiveRestaurant(queryResult.data, true);
  return { ...queryResult, data };
};

/**
 * Returns a restaurant with today's meals. It is kept up to date while it is visible, and stays cached for an hour
 * after that.
 */
export const useRestaurantQuery = (queryArgument: RestaurantByKey | SkipToken) =>
  useFreshRestaurant(restaurantApi.useRestaurantQuery(queryArgument));

/** Requests the restaurant with a routing name, so that a screen has it at once; does nothing while it is cached. */
export const prefetchRestaurantByRoutingName = (
  { dispatch }: Pick<AppStore, 'dispatch'>,
  queryArgument: RestaurantByRoutingName,
): void => dispatch(restaurantApi.util.prefetch('restaurantByRoutingName', queryArgument, { ifOlderThan: false }));

/** Returns the restaurant with a routing name. It is kept up to date and cached like in `useRestaurantQuery`. */
export const useRestaurantByRoutingNameQuery = (queryArgument: RestaurantByRoutingName | SkipToken) =>
  useFreshRestaurant(restaurantApi.useRestaurantByRoutingNameQuery(queryArgument));
