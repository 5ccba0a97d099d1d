import { partnerTopic } from '@mahlzeit/contract';
import type { Order, PartnerOrder } from '@mahlzeit/contract';
import type { Connection, WriteTransaction } from '../../../platform';
import { createPeople, shortNameOf } from '../../identity';
import { findMeetupSizes } from '../../invitations';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredOrder } from '../repositories/order-repository';
import type { StoredRefund } from '../repositories/refund-repository';
import { hasAutomaticRefund } from './order-decision';
import { describeOption, shownCodeOf } from '../providers';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';

/**
 * Name of the collection with today's orders in the live topic `partner/{key}`, which a restaurant's partner console
 * follows.
 */
export const COUNTER_ORDERS_COLLECTION = 'orders';

/** An order in two forms: as the database row, and as its diner sees it. */
export interface CounterOrder {
  readonly storedOrder: Pick<StoredOrder, 'uid' | 'restaurantKey'>;
  readonly order: Order;
}

/**
 * Finds the names of diners for the partner console: the name in the account, or else the name that was sent to the
 * payment provider.
 */
const findCustomerNames = async (knex: Connection, uids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const namesByUid = await createPeople(knex).findCalledNames(uids);
  const payerNames = await createPaymentUserRepository(knex).findNames(
    uids.filter((uid) => namesByUid.get(uid) === ''),
  );
  return new Map([...namesByUid, ...[...payerNames].map(([uid, payerName]) => [uid, shortNameOf(payerName)] as const)]);
};

/**
 * Checks whether a refund is later than another refund of the same order. If both have the same time, a refund that
 * wasn't refused counts as later.
 */
const isLaterThan = (refund: StoredRefund, comparedRefund: StoredRefund): boolean =>
  refund.createdAt === comparedRefund.createdAt
    ? refund.state !== 'FAILED' || refund.key > comparedRefund.key
    : refund.createdAt > comparedRefund.createdAt;

/**
 * Converts an open refund of an order to the form that its restaurant sees. A refund that is being retried has no code,
 * because its refusal isn't final.
 */
const presentOpenRefund = (
  { paymentOption }: Pick<Order, 'paymentOption'>,
  { amount, reason, createdAt, state, code }: StoredRefund,
): PartnerOrder['openRefunds'] => {
  if (reason === null) return [];
  const openRefund = { amount, reason, date: createdAt, isRefused: state === 'FAILED' };
  return [
    openRefund.isRefused && code !== null
      ? { ...openRefund, code: shownCodeOf({ provider: describeOption(paymentOption).provider, code }) }
      : openRefund,
  ];
};

/** Returns the open refunds of one order. A refused refund stays open until the order gets a later refund. */
const openRefundsOf = (
  order: Pick<Order, 'paymentOption'>,
  orderRefunds: readonly StoredRefund[],
): PartnerOrder['openRefunds'] =>
  orderRefunds
    .filter(
      (refund) =>
        refund.state === 'REQUESTED' ||
        (refund.state === 'FAILED' &&
          !orderRefunds.some((comparedRefund) => comparedRefund !== refund && isLaterThan(comparedRefund, refund))),
    )
    .flatMap((refund) => presentOpenRefund(order, refund));

// Returns the number of people in an order's meetup. It is left out if all attendees have left the meetup since the
// order.
const meetUpSizeOf = (attendeeCount = 0): Pick<PartnerOrder, 'meetUpSize'> =>
  attendeeCount > 0 ? { meetUpSize: attendeeCount } : {};

const refundsOf = (storedRefunds: readonly StoredRefund[], key: string): StoredRefund[] =>
  storedRefunds.filter(({ orderKey }) => orderKey === key);

/**
 * Converts orders to the form that their restaurant sees: with the diner's name, the size of the meetup and the open
 * refunds, but without the card, the payment id and the meetup's key.
 */
export const presentForCounter = async (knex: Connection, orders: readonly CounterOrder[]): Promise<PartnerOrder[]> => {
  const meetupSizes = await findMeetupSizes(
    knex,
    orders.flatMap(({ order: { meetUp } }) => (meetUp === '' ? [] : [meetUp])),
  );
  const customerNames = await findCustomerNames(knex, [
    ...new Set(orders.flatMap(({ storedOrder: { uid } }) => uid ?? [])),
  ]);
  const storedRefunds = await createRefundRepository(knex).listOf(orders.map(({ order }) => order.key));
  return orders.map(({ storedOrder: { uid }, order }) => ({
    ...order,
    debitedCardId: null,
    payInId: '',
    meetUp: '',
    hasAutomaticRefund: hasAutomaticRefund(refundsOf(storedRefunds, order.key)),
    customer: (uid === null ? undefined : customerNames.get(uid)) ?? '',
    openRefunds: openRefundsOf(order, refundsOf(storedRefunds, order.key)),
    ...meetUpSizeOf(meetupSizes.get(order.meetUp)),
  }));
};

/** Records a paid order in the live topic that the partner console of its restaurant follows. */
export const recordForCounter = async (
  tx: Pick<WriteTransaction, 'knex' | 'record'>,
  orders: CounterOrder,
): Promise<void> => {
  for (const value of await presentForCounter(tx.knex, [orders]))
    tx.record(partnerTopic(orders.storedOrder.restaurantKey), {
      kind: 'put',
      collection: COUNTER_ORDERS_COLLECTION,
      key: value.key,
      value,
    });
};
