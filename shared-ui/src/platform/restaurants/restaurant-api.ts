import { getMealTypes, getRestaurant, getRestaurantByRoutingName } from '@mahlzeit/contract';
import type { Coordinate, MealType, Restaurant } from '@mahlzeit/contract';
import { api, apiQuery } from '../store/api';

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

// S1§9: an hour. What is shown again after that long is shown at once, and its topic tells what has changed since.
const CACHE_SECONDS = 3_600;

/** Restaurants as the gateway answered; `use-restaurant.ts` keeps what is shown fresh. */
export const restaurantApi = api.injectEndpoints({
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
