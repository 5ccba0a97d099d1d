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
import { useNow } from '../shell/use-shell';

const liveRestaurants = defineCollection({ topic: restaurantTopic, collection: 'restaurant', schema: Restaurant });
const liveMeals = defineCollection({ topic: restaurantTopic, collection: 'meals', schema: Offer });

/** Key of a restaurant, and the origin of its distance. */
interface RestaurantByKey {
  readonly key: string;
  readonly at?: Coordinate;
}

/** Routing name of a restaurant, and the origin of its distance. */
interface RestaurantByRoutingName {
  readonly routingName: string;
  readonly at?: Coordinate;
}

// S1§9: one hour. A restaurant shown again within that time shows immediately, and its topic reports the changes since.
const CACHE_SECONDS = 3_600;

/** Restaurants as the gateway responded; `useFresh` keeps visible ones up to date. */
const restaurantApi = api.injectEndpoints({
  endpoints: (build) => ({
    restaurant: build.query<Restaurant, RestaurantByKey>({
      ...apiQuery(getRestaurant, ({ key, at }: RestaurantByKey) => ({ params: { key }, query: { ...at } })),
      keepUnusedDataFor: CACHE_SECONDS,
    }),
    restaurantByRoutingName: build.query<Restaurant, RestaurantByRoutingName>({
      ...apiQuery(getRestaurantByRoutingName, ({ routingName, at }: RestaurantByRoutingName) => ({
        params: { routingName },
        query: { ...at },
      })),
      keepUnusedDataFor: CACHE_SECONDS,
    }),
    mealTypes: build.query<MealType[], void>({
      ...apiQuery(getMealTypes, () => ({})),
      keepUnusedDataFor: CACHE_SECONDS,
    }),
  }),
});

/** Returns the meal types in their order. */
export const { useMealTypesQuery } = restaurantApi;

/**
 * Whether today's meals of a restaurant equal the gateway's; a cached response may be an hour old. Null follows none.
 */
export const useAreMealsLive = (key: string | null): boolean => {
  const { status } = useCollection(liveMeals, key);
  return key !== null && status !== 'loading';
};

/**
 * Keeps a restaurant up to date while `isFollowed`: by its topic and by the server's clock. Undefined stays undefined;
 * the distance stays the reader's own.
 */
export const useLiveRestaurant = <Value extends Restaurant | undefined>(
  restaurant: Value,
  isFollowed: boolean,
): Value | Restaurant => {
  const key = isFollowed && restaurant !== undefined ? restaurant.key : null;
  const {
    items: [current],
  } = useCollection(liveRestaurants, key);
  const { items: offers } = useCollection(liveMeals, key);
  const now = useNow();
  return useMemo(() => {
    if (restaurant === undefined) return restaurant;
    return withDerivedFields(
      current === undefined
        ? restaurant
        : { ...current, initialDistanceKm: restaurant.initialDistanceKm, offers: [...offers] },
      now,
    );
  }, [restaurant, current, offers, now]);
};

// Followed only while a screen shows it: the restaurants of an hour would be more topics than a connection may have.
const useFresh = <Result extends { readonly data?: Restaurant | undefined }>(result: Result) => {
  const data = useLiveRestaurant(result.data, true);
  return { ...result, data };
};

/** Returns a restaurant with today's meals, live while it is visible and cached for an hour afterwards. */
export const useRestaurantQuery = (arg: RestaurantByKey | SkipToken) => useFresh(restaurantApi.useRestaurantQuery(arg));

/** Returns the restaurant of a routing name in the same way. */
export const useRestaurantByRoutingNameQuery = (arg: RestaurantByRoutingName | SkipToken) =>
  useFresh(restaurantApi.useRestaurantByRoutingNameQuery(arg));
