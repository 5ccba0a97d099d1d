import { err, ok } from '@mahlzeit/contract';
import type { Order, Result } from '@mahlzeit/contract';
import { isRatable } from '@mahlzeit/contract/rules';
import type { StoredOrder } from '../repositories/order-repository';

/** Returns an order if it belongs to the user. For everybody else the order doesn't exist (C25). */
export const checkOwnOrder = (order: StoredOrder | null, uid: string): Result<StoredOrder, 'OrderNotFound'> =>
  order === null || order.uid !== uid ? err('OrderNotFound') : ok(order);

/** Returns a paid order if it belongs to the user. An unpaid order counts as unknown, because it has no receipt. */
export const checkOwnPaidOrder = (
  order: StoredOrder | null,
  uid: string,
): Result<StoredOrder, 'OrderNotFound' | 'unpaid'> => {
  const foundOrder = checkOwnOrder(order, uid);
  if (!foundOrder.ok) return foundOrder;
  return foundOrder.value.paymentStatus === 'SUCCEEDED' ? foundOrder : err('unpaid');
};

/** Checks whether a diner may rate an order at `now`: its meal is past, and the order isn't fully refunded (C24). */
export const checkRatable = (order: Order, now: number): Result<Order, 'notRatable'> => {
  if (!isRatable(order, now)) return err('notRatable');
  return ok(order);
};
