import type { RestaurantSummary } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { presentSummary } from './restaurant-presenter';
import { createRestaurantRepository } from './restaurant-repository';
import type { OwnRestaurant, Payout } from './restaurant-repository';

/** Finds a listed restaurant. */
export const findRestaurant = (knex: Connection, key: string): Promise<OwnRestaurant | null> =>
  createRestaurantRepository(knex).find(key);

/** Finds a restaurant, listed or not. */
export const findKnownRestaurant = async (knex: Connection, key: string): Promise<OwnRestaurant | null> =>
  (await createRestaurantRepository(knex).findAllKnown([key]))[0] ?? null;

/** Finds a listed restaurant by its name in addresses. */
export const findRestaurantByRoutingName = (knex: Connection, routingName: string): Promise<OwnRestaurant | null> =>
  createRestaurantRepository(knex).findByRoutingName(routingName);

/** Finds the payment provider's ids of a restaurant; null for a restaurant that takes no payments. */
export const findPayout = (knex: Connection, key: string): Promise<Payout | null> =>
  createRestaurantRepository(knex).findPayout(key);

const summariesByKey = (restaurants: readonly OwnRestaurant[]): ReadonlyMap<string, RestaurantSummary> =>
  new Map(restaurants.map((restaurant) => [restaurant.key, presentSummary(restaurant, null)]));

/** Finds the summaries of listed restaurants by key. At most some hundred keys. */
export const findSummaries = async (
  knex: Connection,
  keys: readonly string[],
): Promise<ReadonlyMap<string, RestaurantSummary>> =>
  summariesByKey(keys.length === 0 ? [] : await createRestaurantRepository(knex).findAll([...new Set(keys)]));

/** Finds the summaries of restaurants by key, unlisted ones included: agreements with them stay valid. */
export const findKnownSummaries = async (
  knex: Connection,
  keys: readonly string[],
): Promise<ReadonlyMap<string, RestaurantSummary>> =>
  summariesByKey(keys.length === 0 ? [] : await createRestaurantRepository(knex).findAllKnown([...new Set(keys)]));
