import type { Knex } from 'knex';
import { ownRestaurantOf, restaurantColumns, type OwnRestaurant, type RestaurantRow } from './restaurant-row';

/** Where a restaurant came from: the feed and its name there. */
export interface SourceId {
  readonly source: string;
  readonly sourceId: string;
}

const one = (row: RestaurantRow | undefined): OwnRestaurant | null => (row === undefined ? null : ownRestaurantOf(row));

/** The restaurant of that key, or null; one that is deactivated is not found. */
export const findRestaurant = async (knex: Knex, key: string): Promise<OwnRestaurant | null> =>
  one(await knex<RestaurantRow>('restaurant').where({ key }).whereNull('deactivated_at').first());

/** The restaurant of that name in addresses, or null. */
export const findRestaurantByRoutingName = async (knex: Knex, routingName: string): Promise<OwnRestaurant | null> =>
  one(await knex<RestaurantRow>('restaurant').where({ routing_name: routingName }).whereNull('deactivated_at').first());

/** The restaurants of those row ids, by id. */
export const findRestaurantsById = async (knex: Knex, ids: readonly number[]): Promise<Map<number, OwnRestaurant>> => {
  const rows = await knex<RestaurantRow>('restaurant').whereIn('id', [...ids]);
  return new Map(rows.map((row) => [row.id, ownRestaurantOf(row)]));
};

/** Whether there is a restaurant of that key. */
export const restaurantExists = async (knex: Knex, key: string): Promise<boolean> =>
  (await knex<RestaurantRow>('restaurant').where({ key }).whereNull('deactivated_at').first('id')) !== undefined;

/** Whether a name in addresses is taken. */
export const isRoutingNameTaken = async (knex: Knex, routingName: string): Promise<boolean> =>
  (await knex<RestaurantRow>('restaurant').where({ routing_name: routingName }).first('id')) !== undefined;

/** Adds a restaurant that a feed brought. */
export const insertRestaurant = async (knex: Knex, own: OwnRestaurant, { source, sourceId }: SourceId): Promise<void> => {
  await knex('restaurant').insert({ ...restaurantColumns(own), source, source_id: sourceId });
};

/** Replaces a restaurant's own fields. */
export const updateRestaurant = async (knex: Knex, own: OwnRestaurant): Promise<void> => {
  await knex('restaurant').where({ key: own.key }).update(restaurantColumns(own));
};
