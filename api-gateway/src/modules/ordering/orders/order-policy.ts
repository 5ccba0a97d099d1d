import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { StoredOrder } from './order-repository';

/** An order to its diner alone; to everybody else there is none (C25). */
export const ownOrder = (order: StoredOrder | null, uid: string): Result<StoredOrder, 'OrderNotFound'> =>
  order === null || order.uid !== uid ? err('OrderNotFound') : ok(order);
