import type { OrderForm } from '@mahlzeit/contract';
import type { Connection, RouteError } from '../../../platform';
import { remainingAmountOf } from '../order-records';
import { OPEN_STATES, UNCAPTURED_STATES } from '../payments';
import { gatewayCapturedProviders } from '../providers';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { createOrderRepository } from '../repositories/order-repository';
import type { StoredOrder } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';

/** Time in milliseconds after an order in which the diner must confirm that they want the same cart again. */
const REPEAT_WINDOW_MS = 60 * 60_000;

type CartContent = Pick<OrderForm, 'restaurantId' | 'isTakeAway' | 'items'>;

const lineOf = ({ mealKey, amount }: { readonly mealKey: string; readonly amount: number }): string =>
  `${amount} ${mealKey}`;

/**
 * Checks whether a cart has the dishes of an order. Time and payment option don't matter: a diner who doesn't know
 * whether their order succeeded may choose another time or pay in another way.
 */
const isSameCart = ({ isTakeAway, items = [] }: CartContent, order: StoredOrder): boolean =>
  isTakeAway === order.isTakeAway && items.map(lineOf).sort().join() === order.items.map(lineOf).sort().join();

/**
 * Checks whether an order has been paid or may still be paid. A payment that the gateway itself must capture doesn't
 * count before its capture, because the new order replaces it.
 */
const mayCharge = ({ state, provider }: PaymentAttempt): boolean =>
  state === 'SUCCEEDED' ||
  (OPEN_STATES.includes(state) &&
    !(gatewayCapturedProviders().includes(provider) && UNCAPTURED_STATES.includes(state)));

/**
 * Returns the error for a cart that the diner has just ordered: another order would be a second lunch, so the diner
 * must confirm it first. Returns null if there is no such order, or if the diner has confirmed.
 */
export const findRepeatError = async (
  knex: Connection,
  { uid, form, now }: { readonly uid: string; readonly form: OrderForm; readonly now: number },
): Promise<RouteError | null> => {
  if (form.isRepeatConfirmed === true) return null;
  const recentOrders = (
    await createOrderRepository(knex).listRecent({
      uid,
      restaurantKey: form.restaurantId,
      createdAfter: now - REPEAT_WINDOW_MS,
    })
  ).filter((order) => isSameCart(form, order));
  const orderKeys = recentOrders.map(({ key }) => key);
  const attemptByOrderKey = await createAttemptRepository(knex).findOfOrders(orderKeys);
  const refunds = await createRefundRepository(knex).listOf(orderKeys);
  const repeatedOrder = recentOrders.findLast((order) => {
    const attempt = attemptByOrderKey.get(order.key);
    const remainingAmount = remainingAmountOf(
      order,
      refunds.filter(({ orderKey }) => orderKey === order.key),
    );
    return attempt !== undefined && mayCharge(attempt) && remainingAmount > 0;
  });
  if (repeatedOrder === undefined) return null;
  const { key, number, items, meetUpAt, createdAt, paymentStatus } = repeatedOrder;
  return {
    code: 'orderRepeated',
    details: {
      orderKey: key,
      orderId: number,
      items: items.map(({ name, amount }) => ({ name, amount })),
      meetUpDate: meetUpAt,
      createdAt,
      isPaid: paymentStatus === 'SUCCEEDED',
    },
  };
};
