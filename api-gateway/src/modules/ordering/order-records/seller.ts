import type { Seller } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { findKnownSummaries } from '../../discovery';
import type { StoredOrder } from '../repositories/order-repository';

type SoldOrder = Pick<StoredOrder, 'key' | 'seller' | 'restaurantKey'>;

/**
 * Finds the sellers of orders, by order: as they were stored with the order. For older orders it is the restaurant as
 * it is today, also where it is no longer listed.
 */
export const findSellers = async (
  knex: Connection,
  orders: readonly SoldOrder[],
): Promise<ReadonlyMap<string, Seller>> => {
  const places = await findKnownSummaries(
    knex,
    orders.flatMap(({ seller, restaurantKey }) => (seller === null ? [restaurantKey] : [])),
  );
  return new Map(
    orders.flatMap(({ key, seller, restaurantKey }): [string, Seller][] => {
      const soldRestaurant = seller ?? places.get(restaurantKey);
      return soldRestaurant === undefined
        ? []
        : [[key, { name: soldRestaurant.name, address: soldRestaurant.address }]];
    }),
  );
};

/** Finds the seller of one order; null: unknown. */
export const findSeller = async (knex: Connection, order: SoldOrder): Promise<Seller | null> =>
  (await findSellers(knex, [order])).get(order.key) ?? null;
