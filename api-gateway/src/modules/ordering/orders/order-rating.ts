import { ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { Clock, Database } from '../../../platform';
import { ownOrder, ratable } from './order-policy';
import { presentOrder, recordOrder } from '../order-records';
import { createOrderRepository } from '../repositories/order-repository';

interface RatingDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** Stars of one diner for one order. */
interface StarRating {
  readonly uid: string;
  readonly orderKey: string;
  /** 1 to 5, whole. */
  readonly stars: number;
}

/** Rates an order of the diner; a second rating replaces the first. */
export type RateOrder = (rating: StarRating) => Promise<Result<Record<never, never>, 'OrderNotFound' | 'notRatable'>>;

/** Creates the service that rates orders. */
export const createOrderRating =
  ({ database, clock }: RatingDeps): RateOrder =>
  ({ uid, orderKey, stars }) =>
    database.write(async (tx) => {
      const orders = createOrderRepository(tx.knex);
      const order = ownOrder(await orders.find(orderKey), uid);
      if (!order.ok) return order;
      const ratedOrder = ratable(await presentOrder(tx.knex, order.value), clock.now());
      if (!ratedOrder.ok) return ratedOrder;
      const rating = { stars, at: clock.now() };
      await orders.putRating(orderKey, rating);
      await recordOrder(tx, { ...order.value, rating });
      return ok({});
    });
