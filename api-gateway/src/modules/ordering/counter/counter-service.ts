import { err, ok, partnerTopic } from '@mahlzeit/contract';
import type { Key, Ms, PartnerOrder, Result } from '@mahlzeit/contract';
import { acceptRefusalOf, berlinClock, berlinDay, ORDER_PAST_AFTER_MS, startOfDay } from '@mahlzeit/contract/rules';
import type { AcceptError } from '@mahlzeit/contract/rules';
import texts from '../../../../locales/de.json';
import { fillText, invariant } from '../../../platform';
import type {
  Clock,
  Connection,
  Database,
  PartnerCaller,
  Steps,
  TopicSource,
  WriteTransaction,
} from '../../../platform';
import { findKnownSummaries, mayActFor, mayReadCounter } from '../../discovery';
import { notify } from '../../notifications';
import {
  COUNTER_ORDERS_COLLECTION,
  hasAutomaticRefund,
  presentForCounter,
  presentOrders,
  recordOrder,
  remainingAmountOf,
} from '../order-records';
import { createCounterPresenceRepository } from '../repositories/counter-presence-repository';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredOrder } from '../repositories/order-repository';

interface CounterDeps {
  readonly database: Database;
  readonly clock: Clock;
}

const presentPartnerOrders = async (
  knex: Connection,
  storedOrders: readonly StoredOrder[],
): Promise<PartnerOrder[]> => {
  const orders = await presentOrders(knex, storedOrders);
  return presentForCounter(
    knex,
    orders.flatMap((order, index) => {
      const storedOrder = storedOrders[index];
      return storedOrder === undefined ? [] : [{ storedOrder, order }];
    }),
  );
};

/** Converts a paid order to the form that its restaurant sees. */
export const presentPartnerOrder = async (knex: Connection, storedOrder: StoredOrder): Promise<PartnerOrder> => {
  const [order] = await presentPartnerOrders(knex, [storedOrder]);
  invariant(order, 'presented order', storedOrder.key);
  return order;
};

/** Returns the reason why a restaurant can't accept an order now; null if it can. */
const findAcceptRefusal = async (knex: Connection, order: StoredOrder, now: Ms): Promise<AcceptError | null> => {
  const refunds = await createRefundRepository(knex).listOf([order.key]);
  return acceptRefusalOf(
    {
      meetUpDate: order.meetUpAt,
      remainingAmount: remainingAmountOf(order, refunds),
      hasAutomaticRefund: hasAutomaticRefund(refunds),
    },
    now,
  );
};

const notifyDiner = async (
  tx: WriteTransaction,
  { key, uid, number, restaurantKey, meetUpAt }: StoredOrder,
  notificationSentAt: Ms,
): Promise<void> => {
  if (uid === null) return;
  const restaurantSummary = (await findKnownSummaries(tx.knex, [restaurantKey])).get(restaurantKey);
  const text = fillText(texts.noticeOrderAccepted, {
    place: restaurantSummary?.name ?? texts.noticeOrderPlace,
    number,
    time: berlinClock(meetUpAt),
  });
  await notify(tx, {
    uid,
    kind: 'orderAccepted',
    title: texts.noticeOrderAcceptedTitle,
    text,
    route: `order/${key}`,
    sent: notificationSentAt,
  });
};

/** Finds a paid order by key; null if the partner's token may not act for its restaurant. */
export const findCounterOrder = async (
  knex: Connection,
  partnerCaller: PartnerCaller | null,
  orderKey: Key,
): Promise<StoredOrder | null> => {
  const order = await createOrderRepository(knex).find(orderKey);
  return order !== null && order.paymentStatus === 'SUCCEEDED' && mayActFor(partnerCaller, order.restaurantKey)
    ? order
    : null;
};

/**
 * Returns the earliest meal time of the orders that the partner console shows: the start of today, or an earlier time
 * if an order of last night isn't past yet.
 */
const earliestMealTime = (now: Ms): Ms => Math.min(startOfDay(berlinDay(now)), now - ORDER_PAST_AFTER_MS);

/** Filter and page of the orders that the partner console requests. */
interface PartnerOrderQuery {
  readonly restaurantId?: Key | undefined;
  readonly since?: Ms | undefined;
  readonly after?: Key | undefined;
  readonly limit: number;
}

/** Creates the service with which a restaurant lists and accepts its orders. */
export const createCounterService = ({ database, clock }: CounterDeps) => ({
  /**
   * Lists paid orders of one restaurant, or of all restaurants of the partner's token. Fails with `notFound` for an
   * unknown restaurant and for a restaurant of another partner.
   */
  list: (
    partnerCaller: PartnerCaller,
    { restaurantId, since, after, limit }: PartnerOrderQuery,
  ): Promise<Result<PartnerOrder[], 'notFound'>> =>
    database.read(async (knex) => {
      const restaurantKey = restaurantId ?? partnerCaller.restaurantKey;
      if (
        restaurantKey !== null &&
        (!mayActFor(partnerCaller, restaurantKey) ||
          !(await findKnownSummaries(knex, [restaurantKey])).has(restaurantKey))
      )
        return err('notFound');
      return ok(
        await presentPartnerOrders(
          knex,
          await createOrderRepository(knex).listForCounter({
            restaurantKey,
            since: since ?? earliestMealTime(clock.now()),
            after,
            limit,
          }),
        ),
      );
    }),

  /**
   * Stores that a partner console of the token's restaurant is open. Fails with `notFound` for a token of all
   * restaurants.
   */
  reportOpen: ({ restaurantKey }: PartnerCaller): Promise<Result<Record<string, never>, 'notFound'>> =>
    database.write(async (tx) => {
      if (restaurantKey === null) return err('notFound');
      await createCounterPresenceRepository(tx.knex).put(restaurantKey, clock.now());
      return ok({});
    }),

  /**
   * Accepts an order and notifies its diner; an accepted order stays accepted. Fails with `canceled` if the whole order
   * was refunded, or if the gateway began a refund because nobody had accepted the order, and with `acceptingOver` when
   * the time for it is over. A repeated request reads the order again instead of returning a stored response, because
   * the response contains the diner's name.
   */
  accept: (
    steps: Steps,
    partner: PartnerCaller,
    orderKey: Key,
  ): Promise<Result<PartnerOrder, 'notFound' | 'canceled' | 'acceptingOver'>> =>
    steps.write(async (tx) => {
      const order = await findCounterOrder(tx.knex, partner, orderKey);
      if (order === null) return err('notFound');
      const now = clock.now();
      const refusal = steps.reference === null ? await findAcceptRefusal(tx.knex, order, now) : null;
      const isAccepted = order.acceptedAt !== null;
      if (refusal === 'refunded' || (refusal === 'moneyGoesBack' && !isAccepted)) return err('canceled');
      if (refusal === 'over' && !isAccepted) return err('acceptingOver');
      await tx.bind(orderKey);
      if (isAccepted) return ok(await presentPartnerOrder(tx.knex, order));
      const acceptedOrder: StoredOrder = { ...order, acceptedAt: now };
      await createOrderRepository(tx.knex).setAccepted(orderKey, now);
      await recordOrder(tx, acceptedOrder);
      await notifyDiner(tx, acceptedOrder, now);
      return ok(await presentPartnerOrder(tx.knex, acceptedOrder));
    }),
});

/** Service with which a restaurant lists and accepts its orders. */
export type CounterService = ReturnType<typeof createCounterService>;

/** Maximum number of orders in the snapshot of the partner console's live topic: more than a kitchen cooks in a day. */
const MAX_SNAPSHOT_ORDERS = 1000;

/**
 * Creates the source of a restaurant's paid orders in the live topic of its partner console. A snapshot contains the
 * orders of today and those of last night that aren't past yet. Changes of older orders are sent as well; the console
 * recognizes such orders by their day.
 */
export const createCounterOrders = ({ clock }: Pick<CounterDeps, 'clock'>): TopicSource => ({
  pattern: partnerTopic(':key'),
  isForCounters: true,
  // Reads orders again instead of the change log: an order contains the number of people who come, which changes when
  // one of them deletes their account.
  changesWithoutLog: true,
  mayRead: mayReadCounter,
  async snapshot(_reader, restaurantKey, knex) {
    if (restaurantKey === null) return [];
    const storedOrders = await createOrderRepository(knex).listForCounter({
      restaurantKey,
      since: earliestMealTime(clock.now()),
      limit: MAX_SNAPSHOT_ORDERS,
    });
    return (await presentPartnerOrders(knex, storedOrders)).map((order) => ({
      collection: COUNTER_ORDERS_COLLECTION,
      key: order.key,
      value: order,
    }));
  },
});
