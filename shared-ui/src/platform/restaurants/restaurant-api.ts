import { getMealTypes, getRestaurant, getRestaurantByRoutingName, restaurantTopic } from '@mahlzeit/contract';
import type { Coordinate, MealType, Restaurant } from '@mahlzeit/contract';
import { bindTopic } from '../live/bind-topic';
import type { CacheEntry } from '../live/bind-topic';
import { api, gatewayQuery } from '../store/api';
import { withLiveRestaurant } from './live-restaurant';

/** Which restaurant, and where the distance is measured from. */
export interface RestaurantByKey {
  readonly key: string;
  readonly at?: Coordinate;
}

/** The same by the name in its address. */
export interface RestaurantByRoutingName {
  readonly routingName: string;
  readonly at?: Coordinate;
}

const keptFresh = (_: unknown, entry: CacheEntry<Restaurant>): Promise<void> => bindTopic(entry, {
  topic: ({ key }) => restaurantTopic(key),
  merge: withLiveRestaurant,
  everyMinute: true,
});

const restaurantApi = api.injectEndpoints({
  endpoints: (build) => ({
    restaurant: build.query<Restaurant, RestaurantByKey>({
      ...gatewayQuery(getRestaurant, ({ key, at }: RestaurantByKey) => ({ params: { key }, query: { ...at } })),
      onCacheEntryAdded: keptFresh,
    }),
    restaurantByRoutingName: build.query<Restaurant, RestaurantByRoutingName>({
      ...gatewayQuery(getRestaurantByRoutingName, ({ routingName, at }: RestaurantByRoutingName) => ({ params: { routingName }, query: { ...at } })),
      onCacheEntryAdded: keptFresh,
    }),
    mealTypes: build.query<MealType[], void>(gatewayQuery(getMealTypes, () => ({}))),
  }),
});

/** A restaurant with today's meals, live; and the meal types by their order. */
export const { useRestaurantQuery, useRestaurantByRoutingNameQuery, useMealTypesQuery } = restaurantApi;
