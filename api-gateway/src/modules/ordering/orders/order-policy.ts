import { err, ok } from '@mahlzeit/contract';
import type { Order, Result } from '@mahlzeit/contract';
import { isRatable } from '@mahlzeit/contract/rules';
import type { StoredOrder } from '../repositories/order-repository';

/** Grants an order to its diner alone; for everybody else it doesn't exist (C25). */
export const ownOrder = (order: StoredOrder | null, uid: string): Result<StoredOrder, 'OrderNotFound'> =>
  order === null || order.uid !== uid ? err('OrderNotFound') : ok(order);

/** Grants a paid order to its diner; an unpaid order has no receipt. */
export const ownPaidOrder = (
  order: StoredOrder | null,
  uid: string,
): Result<StoredOrder, 'OrderNotFound' | 'unpaid'> => {
  const foundOrder = ownOrder(order, uid);
  if (!foundOrder.ok) return foundOrder;
  return foundOrder.value.paymentStatus === 'SUCCEEDED' ? foundOrder : err('unpaid');
};

/** Checks that an order may be rated at `now`: it is past, and not fully refunded (C24). */
export const ratable = (order: Order, now: number): Result<Order, 'notRatable'> => {
  if (!isRatable(order, now)) return err('notRatable');
  return ok(order);
};
