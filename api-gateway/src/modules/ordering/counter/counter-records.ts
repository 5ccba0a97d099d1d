import { partnerTopic } from '@mahlzeit/contract';
import type { Order, PartnerOrder } from '@mahlzeit/contract';
import type { Connection, WriteTransaction } from '../../../platform';
import { createPeople, shortNameOf } from '../../identity';
import type { StoredOrder } from '../orders/order-repository';
import { createPaymentUserRepository } from '../payments/payment-user-repository';

/** The collection of the topic `partner/{key}` that holds today's orders. */
export const COUNTER_ORDERS = 'orders';

/** An order as it is stored and as its diner sees it. */
export interface ShownOrder {
  readonly stored: Pick<StoredOrder, 'uid' | 'restaurantKey'>;
  readonly order: Order;
}

/** What diners are called at the counter: by their account, else by the name that they gave for their card. */
const calledNames = async (knex: Connection, uids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const called = await createPeople(knex).findCalledNames(uids);
  const paying = await createPaymentUserRepository(knex).findNames(uids.filter((uid) => called.get(uid) === ''));
  return new Map([...called, ...[...paying].map(([uid, name]) => [uid, shortNameOf(name)] as const)]);
};

/** Orders as their restaurant sees them: with what their diners are called by, and without their card, their payment's name and their meetup. */
export const presentAtCounter = async (knex: Connection, shown: readonly ShownOrder[]): Promise<PartnerOrder[]> => {
  const names = await calledNames(knex, [...new Set(shown.flatMap(({ stored: { uid } }) => uid ?? []))]);
  return shown.map(({ stored: { uid }, order }) => ({ ...order, debitedCardId: null, payInId: '', meetUp: '', customer: (uid === null ? undefined : names.get(uid)) ?? '' }));
};

/** Tells a restaurant's counters of a paid order as it is now. */
export const recordAtCounter = async (tx: Pick<WriteTransaction, 'knex' | 'record'>, shown: ShownOrder): Promise<void> => {
  for (const value of await presentAtCounter(tx.knex, [shown])) tx.record(partnerTopic(shown.stored.restaurantKey), { kind: 'put', collection: COUNTER_ORDERS, key: value.key, value });
};
