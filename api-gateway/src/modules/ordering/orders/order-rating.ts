import { ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { Clock, Database } from '../../../platform';
import { checkOwnOrder, checkRatable } from './order-policy';
import { presentOrder, recordOrder } from '../order-records';
import { createOrderRepository } from '../repositories/order-repository';

interface RatingDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** Rating of one order by its diner. */
interface StarRating {
  readonly uid: string;
  readonly orderKey: string;
  /** Number of stars: an integer from 1 to 5. */
  readonly stars: number;
}

/** Type of the function that stores a diner's rating of their own order; a second rating replaces the first. */
export type RateOrder = (
  storedRating: StarRating,
) => Promise<Result<Record<never, never>, 'OrderNotFound' | 'notRatable'>>;

/**
 * Creates the function that rates orders. This function fails with `OrderNotFound` for another diner's order, and with
 * `notRatable` before the meal is past or after a full refund.
 */
export const createOrderRating =
  ({ database, clock }: RatingDeps): RateOrder =>
  ({ uid, orderKey, stars }) =>
    database.write(async (tx) => {
      const orders = createOrderRepository(tx.knex);
      const order = checkOwnOrder(await orders.find(orderKey), uid);
      if (!order.ok) return order;
      const ratableOrder = checkRatable(await presentOrder(tx.knex, order.value), clock.now());
      if (!ratableOrder.ok) return ratableOrder;
      const storedRating = { stars, at: clock.now() };
      await orders.putRating(orderKey, storedRating);
      await recordOrder(tx, { ...order.value, rating: storedRating });
      return ok({});
    });
