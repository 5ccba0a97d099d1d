import { partnerTopic } from '@mahlzeit/contract';
import type { Order, PartnerOrder } from '@mahlzeit/contract';
import type { Connection, WriteTransaction } from '../../../platform';
import { createPeople, shortNameOf } from '../../identity';
import { findMeetupSizes } from '../../invitations';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredOrder } from '../repositories/order-repository';
import type { StoredRefund } from '../repositories/refund-repository';
import { describeOption, shownCode } from '../providers';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';

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

/** Whether a refund came after another one of its order; among those of one instant the one that wasn't refused. */
const isLaterThan = (one: StoredRefund, other: StoredRefund): boolean =>
  one.createdAt === other.createdAt ? one.state !== 'FAILED' || one.key > other.key : one.createdAt > other.createdAt;

/** How a refund of an order stands that hasn't gone through; what is tried again was refused by nobody for good. */
const presentOpenRefund = (
  { paymentOption }: Pick<Order, 'paymentOption'>,
  { amount, reason, createdAt, state, code }: StoredRefund,
): PartnerOrder['openRefunds'] => {
  if (reason === null) return [];
  const open = { amount, reason, date: createdAt, isRefused: state === 'FAILED' };
  return [
    open.isRefused && code !== null
      ? { ...open, code: shownCode({ provider: describeOption(paymentOption).provider, code }) }
      : open,
  ];
};

/** Refunds of one order that haven't gone through: what was refused counts until somebody asks anew. */
const openRefundsOf = (
  order: Pick<Order, 'paymentOption'>,
  refunds: readonly StoredRefund[],
): PartnerOrder['openRefunds'] =>
  refunds
    .filter(
      (refund) =>
        refund.state === 'REQUESTED' ||
        (refund.state === 'FAILED' && !refunds.some((other) => other !== refund && isLaterThan(other, refund))),
    )
    .flatMap((refund) => presentOpenRefund(order, refund));

// Who orders for a meetup may have left it since: then nobody may be left who comes.
const meetUpSizeOf = (size = 0): Pick<PartnerOrder, 'meetUpSize'> => (size > 0 ? { meetUpSize: size } : {});

/**
 * Orders as their restaurant sees them: with what their diners are called by, how many come to their meetup and the
 * refunds that are under way, and without their card, their payment's name and their meetup.
 */
export const presentAtCounter = async (knex: Connection, shown: readonly ShownOrder[]): Promise<PartnerOrder[]> => {
  const sizes = await findMeetupSizes(
    knex,
    shown.flatMap(({ order: { meetUp } }) => (meetUp === '' ? [] : [meetUp])),
  );
  const names = await calledNames(knex, [...new Set(shown.flatMap(({ stored: { uid } }) => uid ?? []))]);
  const refunds = await createRefundRepository(knex).listOf(shown.map(({ order }) => order.key));
  return shown.map(({ stored: { uid }, order }) => ({
    ...order,
    debitedCardId: null,
    payInId: '',
    meetUp: '',
    customer: (uid === null ? undefined : names.get(uid)) ?? '',
    openRefunds: openRefundsOf(
      order,
      refunds.filter(({ orderKey }) => orderKey === order.key),
    ),
    ...meetUpSizeOf(sizes.get(order.meetUp)),
  }));
};

/** Tells a restaurant's counters of a paid order as it is now. */
export const recordAtCounter = async (
  tx: Pick<WriteTransaction, 'knex' | 'record'>,
  shown: ShownOrder,
): Promise<void> => {
  for (const value of await presentAtCounter(tx.knex, [shown]))
    tx.record(partnerTopic(shown.stored.restaurantKey), {
      kind: 'put',
      collection: COUNTER_ORDERS,
      key: value.key,
      value,
    });
};
