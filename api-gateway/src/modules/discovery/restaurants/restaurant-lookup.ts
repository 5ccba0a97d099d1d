import type { RestaurantSummary } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { presentSummary } from './restaurant-presenter';
import { createRestaurantRepository } from './restaurant-repository';
import type { OwnRestaurant, RestaurantPayout } from './restaurant-repository';

/** Returns a listed restaurant; null if it doesn't exist or is not listed. */
export const findRestaurant = (knex: Connection, restaurantKey: string): Promise<OwnRestaurant | null> =>
  createRestaurantRepository(knex).find(restaurantKey);

/** Returns a restaurant, whether it is listed or not. */
export const findKnownRestaurant = async (knex: Connection, restaurantKey: string): Promise<OwnRestaurant | null> =>
  (await createRestaurantRepository(knex).findAllKnown([restaurantKey]))[0] ?? null;

/** Returns the listed restaurant with this routing name; null without one. */
export const findRestaurantByRoutingName = (knex: Connection, routingName: string): Promise<OwnRestaurant | null> =>
  createRestaurantRepository(knex).findByRoutingName(routingName);

/** Returns the ids of a restaurant at the payment provider; null for a restaurant that takes no payments. */
export const findPayout = (knex: Connection, restaurantKey: string): Promise<RestaurantPayout | null> =>
  createRestaurantRepository(knex).findPayout(restaurantKey);

const summariesByKey = (restaurants: readonly OwnRestaurant[]): ReadonlyMap<string, RestaurantSummary> =>
  new Map(restaurants.map((restaurant) => [restaurant.key, presentSummary(restaurant, null)]));

/**
 * Returns the summaries of the listed restaurants among `restaurantKeys`, by key. Meant for at most some hundred keys.
 */
export const findSummaries = async (
  knex: Connection,
  restaurantKeys: readonly string[],
): Promise<ReadonlyMap<string, RestaurantSummary>> =>
  summariesByKey(
    restaurantKeys.length === 0 ? [] : await createRestaurantRepository(knex).findAll([...new Set(restaurantKeys)]),
  );

/**
 * Returns the summaries of restaurants, listed or not, by key. Unlisted ones are included, because invitations and
 * orders stay valid after a restaurant was removed from the list.
 */
export const findKnownSummaries = async (
  knex: Connection,
  restaurantKeys: readonly string[],
): Promise<ReadonlyMap<string, RestaurantSummary>> =>
  summariesByKey(
    restaurantKeys.length === 0
      ? []
      : await createRestaurantRepository(knex).findAllKnown([...new Set(restaurantKeys)]),
  );
