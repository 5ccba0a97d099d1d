import type { Restaurant } from '@mahlzeit/contract';
import type { SkipToken } from '@reduxjs/toolkit/query/react';
import { restaurantApi } from './restaurant-api';
import type { RestaurantByKey, RestaurantByRoutingName } from './restaurant-api';
import { useLiveRestaurant } from './use-live-restaurant';

// Followed only while a screen shows it: an hour of visited restaurants would be more topics than a connection may have.
const useFresh = <Result extends { readonly data?: Restaurant | undefined }>(result: Result) => {
  const data = useLiveRestaurant(result.data, true);
  return { ...result, data };
};

/** A restaurant with today's meals, live while it is shown and kept for an hour after. */
export const useRestaurantQuery = (arg: RestaurantByKey | SkipToken) => useFresh(restaurantApi.useRestaurantQuery(arg));

/** The same by the name in its address. */
export const useRestaurantByRoutingNameQuery = (arg: RestaurantByRoutingName | SkipToken) => useFresh(restaurantApi.useRestaurantByRoutingNameQuery(arg));
