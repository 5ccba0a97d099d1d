import type { Seller } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { findKnownSummaries } from '../../discovery';
import type { StoredOrder } from '../repositories/order-repository';

type SoldOrder = Pick<StoredOrder, 'key' | 'seller' | 'restaurantKey'>;

/**
 * Finds the sellers of orders, by order key. A seller is stored with its order. For older orders without a stored
 * seller, it is the restaurant's present name and address, even if the restaurant is no longer listed.
 */
export const findSellers = async (
  knex: Connection,
  orders: readonly SoldOrder[],
): Promise<ReadonlyMap<string, Seller>> => {
  const summaryByRestaurant = await findKnownSummaries(
    knex,
    orders.flatMap(({ seller, restaurantKey }) => (seller === null ? [restaurantKey] : [])),
  );
  return new Map(
    orders.flatMap(({ key, seller, restaurantKey }): [string, Seller][] => {
      const storedOrKnownSeller = seller ?? summaryByRestaurant.get(restaurantKey);
      return storedOrKnownSeller === undefined
        ? []
        : [[key, { name: storedOrKnownSeller.name, address: storedOrKnownSeller.address }]];
    }),
  );
};

/** Finds the seller of one order; null if the seller is unknown. */
export const findSeller = async (knex: Connection, order: SoldOrder): Promise<Seller | null> =>
  (await findSellers(knex, [order])).get(order.key) ?? null;
