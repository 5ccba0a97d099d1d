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

/** The meal types by their order. */
export const { useMealTypesQuery } = restaurantApi;

/**
 * Whether today's meals of a restaurant are known as the gateway has them now; an answer that was kept may be an hour
 * old. Null follows none.
 */
export const useAreMealsLive = (key: string | null): boolean => {
  const { status } = useCollection(liveMeals, key);
  return key !== null && status !== 'loading';
};

/**
 * A restaurant kept fresh while `isFollowed`: by its topic and by the server's clock. One that is not there yet stays
 * so; the distance is the reader's own.
 */
export const useLiveRestaurant = <Held extends Restaurant | undefined>(
  held: Held,
  isFollowed: boolean,
): Held | Restaurant => {
  const key = isFollowed && held !== undefined ? held.key : null;
  const {
    items: [current],
  } = useCollection(liveRestaurants, key);
  const { items: offers } = useCollection(liveMeals, key);
  const now = useNow();
  return useMemo(() => {
    if (held === undefined) return held;
    return withDerivedFields(
      current === undefined ? held : { ...current, initialDistanceKm: held.initialDistanceKm, offers: [...offers] },
      now,
    );
  }, [held, current, offers, now]);
};

// Followed only while a screen shows it: an hour of visited restaurants would be more topics than a connection may
// have.
const useFresh = <Result extends { readonly data?: Restaurant | undefined }>(result: Result) => {
  const data = useLiveRestaurant(result.data, true);
  return { ...result, data };
};

/** A restaurant with today's meals, live while it is shown and kept for an hour after. */
export const useRestaurantQuery = (arg: RestaurantByKey | SkipToken) => useFresh(restaurantApi.useRestaurantQuery(arg));

/** The same by the name in its address. */
export const useRestaurantByRoutingNameQuery = (arg: RestaurantByRoutingName | SkipToken) =>
  useFresh(restaurantApi.useRestaurantByRoutingNameQuery(arg));
