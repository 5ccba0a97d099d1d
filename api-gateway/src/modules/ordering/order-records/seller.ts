import type { Seller } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { findKnownSummaries } from '../../discovery';
import type { StoredOrder } from '../repositories/order-repository';

type SoldOrder = Pick<StoredOrder, 'key' | 'seller' | 'restaurantKey'>;

/**
 * Finds the sellers of orders (name and address of the restaurant), by order key. Each order stores its seller. For
 * older orders without it, the seller is the restaurant's present name and address, even if the restaurant is no longer
 * listed.
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

/** Finds the seller (name and address of the restaurant) of one order; null if it is unknown. */
export const findSeller = async (knex: Connection, order: SoldOrder): Promise<Seller | null> =>
  (await findSellers(knex, [order])).get(order.key) ?? null;
