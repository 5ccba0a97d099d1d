import type { Seller } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { findKnownSummaries } from '../../discovery';
import type { StoredOrder } from '../repositories/order-repository';

type SoldOrder = Pick<StoredOrder, 'key' | 'seller' | 'restaurantKey'>;

/**
 * Who has sold orders, by order: as it was kept with them, for orders of before as the restaurant is today, also where
 * it is listed no more.
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
      const found = seller ?? places.get(restaurantKey);
      return found === undefined ? [] : [[key, { name: found.name, address: found.address }]];
    }),
  );
};

/** The same of one order; null: nobody knows any more. */
export const findSeller = async (knex: Connection, order: SoldOrder): Promise<Seller | null> =>
  (await findSellers(knex, [order])).get(order.key) ?? null;
