import { err, ok } from '@mahlzeit/contract';
import type { Order, Result } from '@mahlzeit/contract';
import { isRatable } from '@mahlzeit/contract/rules';
import type { StoredOrder } from '../repositories/order-repository';

/** An order to its diner alone; to everybody else there is none (C25). */
export const ownOrder = (order: StoredOrder | null, uid: string): Result<StoredOrder, 'OrderNotFound'> =>
  order === null || order.uid !== uid ? err('OrderNotFound') : ok(order);

/** One of theirs that was paid: what was never bought has no receipt. */
export const ownPaidOrder = (
  order: StoredOrder | null,
  uid: string,
): Result<StoredOrder, 'OrderNotFound' | 'unpaid'> => {
  const own = ownOrder(order, uid);
  if (!own.ok) return own;
  return own.value.paymentStatus === 'SUCCEEDED' ? own : err('unpaid');
};

/** Whether an order of theirs may be rated at `now`: once it is past, as long as something of it is paid (C24). */
export const ratable = (order: Order, now: number): Result<Order, 'notRatable'> => {
  if (!isRatable(order, now)) return err('notRatable');
  return ok(order);
};
