import type { RestaurantSummary } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { presentSummary } from './restaurant-presenter';
import { createRestaurantRepository } from './restaurant-repository';
import type { OwnRestaurant, Payout } from './restaurant-repository';

/** Returns a listed restaurant; null if it doesn't exist or is not listed. */
export const findRestaurant = (knex: Connection, key: string): Promise<OwnRestaurant | null> =>
  createRestaurantRepository(knex).find(key);

/** Returns a restaurant, listed or not. */
export const findKnownRestaurant = async (knex: Connection, key: string): Promise<OwnRestaurant | null> =>
  (await createRestaurantRepository(knex).findAllKnown([key]))[0] ?? null;

/** Returns the listed restaurant with this routing name; null without one. */
export const findRestaurantByRoutingName = (knex: Connection, routingName: string): Promise<OwnRestaurant | null> =>
  createRestaurantRepository(knex).findByRoutingName(routingName);

/** Returns the ids of a restaurant at the payment provider; null for a restaurant that takes no payments. */
export const findPayout = (knex: Connection, key: string): Promise<Payout | null> =>
  createRestaurantRepository(knex).findPayout(key);

const summariesByKey = (restaurants: readonly OwnRestaurant[]): ReadonlyMap<string, RestaurantSummary> =>
  new Map(restaurants.map((restaurant) => [restaurant.key, presentSummary(restaurant, null)]));

/** Returns the summaries of the listed restaurants among `keys`, by key. Meant for at most some hundred keys. */
export const findSummaries = async (
  knex: Connection,
  keys: readonly string[],
): Promise<ReadonlyMap<string, RestaurantSummary>> =>
  summariesByKey(keys.length === 0 ? [] : await createRestaurantRepository(knex).findAll([...new Set(keys)]));

/**
 * Returns the summaries of restaurants, listed or not, by key: agreements with a restaurant stay valid after it was
 * removed from the list.
 */
export const findKnownSummaries = async (
  knex: Connection,
  keys: readonly string[],
): Promise<ReadonlyMap<string, RestaurantSummary>> =>
  summariesByKey(keys.length === 0 ? [] : await createRestaurantRepository(knex).findAllKnown([...new Set(keys)]));
