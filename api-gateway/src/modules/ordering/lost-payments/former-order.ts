import { randomInt } from 'node:crypto';
import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { Clock, Connection, JobQueue, WriteTransaction } from '../../../platform';
import { findRestaurant, redeemDiscounts } from '../../discovery';
import { findEmail } from '../../identity';
import { recordOrder } from '../order-records';
import { drawOrderNumber } from '../orders';
import { continueRefund } from '../refunds';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { createOrderRepository } from '../repositories/order-repository';
import type { StoredOrder } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredRefund } from '../repositories/refund-repository';

/** An order as the database of before the restore has stored it, with everything that belongs to it. */
export interface FormerOrder {
  readonly order: StoredOrder;
  readonly attempt: PaymentAttempt;
  readonly refunds: readonly StoredRefund[];
  readonly discountKeys: readonly string[];
}

/** Reads an order from the database of before the restore; null if that database doesn't contain it. */
export const readFormerOrder = async (formerKnex: Connection, orderKey: string): Promise<FormerOrder | null> => {
  const orders = createOrderRepository(formerKnex);
  const order = await orders.find(orderKey);
  const attempt = await createAttemptRepository(formerKnex).findOfOrder(orderKey);
  if (order === null || attempt === null) return null;
  return {
    order,
    attempt,
    refunds: await createRefundRepository(formerKnex).listOf([orderKey]),
    discountKeys: await orders.findDiscounts(orderKey),
  };
};

/** Returns the keys of an order's vouchers, which are used again; none if one of them can't be used any more. */
const useVouchers = async (
  tx: WriteTransaction,
  { order: { uid, key: orderKey }, discountKeys }: FormerOrder,
  now: number,
): Promise<readonly string[]> => {
  if (uid === null || discountKeys.length === 0) return [];
  return (await redeemDiscounts(tx, { uid, orderKey, keys: [...discountKeys], now })).ok ? discountKeys : [];
};

interface AddOrderDeps {
  readonly clock: Clock;
  readonly jobs: JobQueue;
}

/**
 * Adds an order of before the restore. Its diner and its restaurant must be here. It loses its meetup, because the
 * meetup may have another order by now, and gets a new number if its own is taken. Reconciliation finishes a payment
 * that was open. Jobs watch over an order that isn't accepted, like over each other one.
 */
export const addFormerOrder = async (
  tx: WriteTransaction,
  { clock, jobs }: AddOrderDeps,
  formerOrder: FormerOrder,
): Promise<Result<void, 'dinerLost' | 'restaurantLost'>> => {
  const { order, attempt, refunds } = formerOrder;
  if (order.uid === null || (await findEmail(tx.knex, order.uid)) === null) return err('dinerLost');
  if ((await findRestaurant(tx.knex, order.restaurantKey)) === null) return err('restaurantLost');
  const orders = createOrderRepository(tx.knex);
  const takenNumbers = await orders.findNumbers(order.restaurantKey, order.day);
  const number = takenNumbers.has(order.number) ? drawOrderNumber(takenNumbers, randomInt) : order.number;
  await orders.insert({ ...order, number, meetUpKey: null }, await useVouchers(tx, formerOrder, clock.now()));
  if (order.meetUpKey !== null) await orders.loseMeetup(order.key);
  if (order.rating !== null) await orders.putRating(order.key, order.rating);
  const isPaid = attempt.state === 'SUCCEEDED';
  await createAttemptRepository(tx.knex).insert(isPaid ? attempt : { ...attempt, checkAt: clock.realNow(), checks: 0 });
  for (const refund of refunds) {
    await createRefundRepository(tx.knex).insert(refund);
    if (refund.state === 'REQUESTED') await continueRefund(tx, { jobs }, refund);
  }
  const addedOrder = await orders.find(order.key);
  if (isPaid && addedOrder !== null) await recordOrder(tx, addedOrder);
  return ok(undefined);
};
