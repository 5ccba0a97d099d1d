import { partnerTopic } from '@mahlzeit/contract';
import type { Order, PartnerOrder } from '@mahlzeit/contract';
import type { Connection, WriteTransaction } from '../../../platform';
import { createPeople } from '../../identity';
import { createOrderRepository } from '../orders/order-repository';
import type { StoredOrder, StoredRefund } from '../orders/order-repository';

/** The collection of the topic `partner/{key}` that holds today's orders. */
export const COUNTER_ORDERS = 'orders';

/** An order as it is stored and as its diner sees it. */
export interface ShownOrder {
  readonly stored: Pick<StoredOrder, 'uid' | 'restaurantKey'>;
  readonly order: Order;
}

/** Whether a refund came after another one of its order; among those of one instant the one that wasn't refused. */
const isLaterThan = (one: StoredRefund, other: StoredRefund): boolean =>
  (one.createdAt === other.createdAt ? one.state !== 'FAILED' || one.key > other.key : one.createdAt > other.createdAt);

/** Refunds of one order that haven't gone through: what was refused counts until somebody asks anew. */
const openRefundsOf = (refunds: readonly StoredRefund[]): PartnerOrder['openRefunds'] =>
  refunds
    .filter((refund) => refund.state === 'REQUESTED' || (refund.state === 'FAILED' && !refunds.some((other) => other !== refund && isLaterThan(other, refund))))
    .flatMap(({ amount, reason, createdAt, state }) => (reason === null ? [] : [{ amount, reason, date: createdAt, isRefused: state === 'FAILED' }]));

/** Orders as their restaurant sees them: with what their diners are called by and the refunds that are under way, and without their card, their payment's name and their meetup. */
export const presentAtCounter = async (knex: Connection, shown: readonly ShownOrder[]): Promise<PartnerOrder[]> => {
  const names = await createPeople(knex).findCalledNames([...new Set(shown.flatMap(({ stored: { uid } }) => uid ?? []))]);
  const refunds = await createOrderRepository(knex).findRefunds(shown.map(({ order }) => order.key));
  return shown.map(({ stored: { uid }, order }) => ({
    ...order, debitedCardId: null, payInId: '', meetUp: '', customer: (uid === null ? undefined : names.get(uid)) ?? '', openRefunds: openRefundsOf(refunds.filter(({ orderKey }) => orderKey === order.key)),
  }));
};

/** Tells a restaurant's counters of a paid order as it is now. */
export const recordAtCounter = async (tx: Pick<WriteTransaction, 'knex' | 'record'>, shown: ShownOrder): Promise<void> => {
  for (const value of await presentAtCounter(tx.knex, [shown])) tx.record(partnerTopic(shown.stored.restaurantKey), { kind: 'put', collection: COUNTER_ORDERS, key: value.key, value });
};
