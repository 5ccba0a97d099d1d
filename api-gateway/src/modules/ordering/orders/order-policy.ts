import { err, ok } from '@mahlzeit/contract';
import type { Order, Result } from '@mahlzeit/contract';
import { isRatable } from '@mahlzeit/contract/rules';
import type { StoredOrder } from './order-repository';

/** An order to its diner alone; to everybody else there is none (C25). */
export const ownOrder = (order: StoredOrder | null, uid: string): Result<StoredOrder, 'OrderNotFound'> =>
  order === null || order.uid !== uid ? err('OrderNotFound') : ok(order);

/** One of theirs that was paid: what was never bought has no receipt. */
export const ownPaidOrder = (order: StoredOrder | null, uid: string): Result<StoredOrder, 'OrderNotFound' | 'unpaid'> => {
  const own = ownOrder(order, uid);
  if (!own.ok) return own;
  return own.value.paymentStatus === 'SUCCEEDED' ? own : err('unpaid');
};

/** Whether its diner may rate an order now. */
export const ratable = (order: Order, now: number): Result<Order, 'notRatable'> => (isRatable(order, now) ? ok(order) : err('notRatable'));
