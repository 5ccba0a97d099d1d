import { meTopic } from '@mahlzeit/contract';
import type { Order } from '@mahlzeit/contract';
import { ORDER_PAST_AFTER_MS, orderStatus, refundableAmount } from '@mahlzeit/contract/rules';
import { everybodyMayRead, invariant, userLogName } from '../../../platform';
import type { Clock, Connection, TopicSource, WriteTransaction } from '../../../platform';
import { findSummaries } from '../../discovery';
import { recordForCounter } from './counter-records';
import { shownCodeOf } from '../providers';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredOrder } from '../repositories/order-repository';
import type { StoredRefund } from '../repositories/refund-repository';
import { findSellers } from './seller';

/** Maximum number of upcoming orders in the snapshot of a user's live topic `me`. */
const MAX_SNAPSHOT_ORDERS = 100;

/**
 * Returns an order's open refunds that its diner sees: refunds that the provider hasn't decided yet, and the last
 * automatic refund that the gateway has given up, less the money that was refunded since. The diner doesn't see a
 * refused refund of the restaurant; only the partner console shows it.
 */
const openRefundsOf = ({ total }: StoredOrder, orderRefunds: readonly StoredRefund[]): Order['openRefunds'] => {
  const countedRefunds = orderRefunds
    .filter(({ state }) => state !== 'FAILED')
    .map((refund) => ({ ...refund, date: refund.createdAt }));
  const remainingAmount = refundableAmount({ totalPrice: total, refunds: countedRefunds });
  const givenUpRefund = orderRefunds.findLast(({ state, isAutomatic }) => state === 'FAILED' && isAutomatic);
  return [
    ...orderRefunds.filter(({ state }) => state === 'REQUESTED'),
    ...(givenUpRefund === undefined || remainingAmount <= 0
      ? []
      : [{ ...givenUpRefund, amount: Math.min(givenUpRefund.amount, remainingAmount) }]),
  ].flatMap(({ amount, reason, createdAt, state }) =>
    reason === null ? [] : [{ amount, reason, date: createdAt, isRefused: state === 'FAILED' }],
  );
};

const refusalCodeOf = (attempt: PaymentAttempt | undefined): string | null =>
  attempt?.state !== 'FAILED' || attempt.code === null
    ? null
    : shownCodeOf({ provider: attempt.provider, code: attempt.code });

/** Converts orders to the form that their diners see. */
export const presentOrders = async (knex: Connection, orders: readonly StoredOrder[]): Promise<Order[]> => {
  const orderKeys = orders.map(({ key }) => key);
  const summaryByRestaurant = await findSummaries(
    knex,
    orders.map(({ restaurantKey }) => restaurantKey),
  );
  const sellerByOrderKey = await findSellers(knex, orders);
  const storedRefunds = await createRefundRepository(knex).listOf(orderKeys);
  const attemptByOrderKey = await createAttemptRepository(knex).findOfOrders(orderKeys);
  const presentedOrders: Order[] = [];
  for (const order of orders) {
    const refundsOfOrder = storedRefunds.filter(({ orderKey }) => orderKey === order.key);
    const completedRefunds = refundsOfOrder.filter(({ state }) => state === 'SUCCEEDED');
    const completedRefundFacts = completedRefunds.flatMap(({ amount, reason, createdAt }) =>
      reason === null ? [] : [{ amount, reason, date: createdAt }],
    );
    const isAccepted = order.acceptedAt !== null;
    presentedOrders.push({
      key: order.key,
      orderId: order.number,
      payInId: attemptByOrderKey.get(order.key)?.providerId ?? '',
      paymentOption: order.paymentOption,
      debitedCardId: order.debitedCardId,
      restaurantId: order.restaurantKey,
      restaurant: summaryByRestaurant.get(order.restaurantKey) ?? null,
      seller: sellerByOrderKey.get(order.key) ?? null,
      meetUpDate: order.meetUpAt,
      meetUp: order.meetUpKey ?? '',
      isMeetUpLost: order.isMeetUpLost,
      isTakeAway: order.isTakeAway,
      items: order.items,
      discount: order.discount,
      totalPrice: order.total,
      vatByType: order.vat,
      accepted: isAccepted,
      refunded: completedRefundFacts,
      openRefunds: openRefundsOf(order, refundsOfOrder),
      // Checks for a refund without a reason: it belongs to a payment that its order couldn't use.
      isPaidInVain: order.paymentStatus === 'FAILED' && refundsOfOrder.some(({ reason }) => reason === null),
      refusalCode: refusalCodeOf(attemptByOrderKey.get(order.key)),
      paymentStatus: order.paymentStatus,
      status: orderStatus({ totalPrice: order.total, refunded: completedRefundFacts, accepted: isAccepted }),
      rating: order.rating === null ? null : { stars: order.rating.stars },
      createdAt: order.createdAt,
    });
  }
  return presentedOrders;
};

/** Converts one order to the form that its diner sees. */
export const presentOrder = async (knex: Connection, order: StoredOrder): Promise<Order> => {
  const [presentedOrders] = await presentOrders(knex, [order]);
  invariant(presentedOrders, 'presented order', order.key);
  return presentedOrders;
};

/**
 * Records a paid order in the live topics of its diner and of its restaurant's partner console. An unpaid order isn't
 * recorded in any topic, because nobody sees it.
 */
export const recordOrder = async (tx: Pick<WriteTransaction, 'knex' | 'record'>, order: StoredOrder): Promise<void> => {
  if (order.paymentStatus !== 'SUCCEEDED') return;
  const value = await presentOrder(tx.knex, order);
  await recordForCounter(tx, { storedOrder: order, order: value });
  if (order.uid !== null)
    tx.record(userLogName(order.uid), { kind: 'put', collection: 'orders', key: order.key, value });
};

/** Creates the source of a user's upcoming paid orders in the live topic `me`. */
export const createOwnOrders = ({ clock }: { readonly clock: Clock }): TopicSource => ({
  pattern: meTopic,
  logName: ({ uid }) => userLogName(uid),
  mayRead: everybodyMayRead,
  async snapshot({ uid, isAnonymous }, _param, knex) {
    if (isAnonymous) return [];
    const storedOrders = await createOrderRepository(knex).listPaid({
      uid,
      when: 'upcoming',
      border: clock.now() - ORDER_PAST_AFTER_MS,
      after: null,
      limit: MAX_SNAPSHOT_ORDERS,
    });
    return (await presentOrders(knex, storedOrders)).map((order) => ({
      collection: 'orders',
      key: order.key,
      value: order,
    }));
  },
});
