import { Order } from '@mahlzeit/contract';
import type { Day, Seller } from '@mahlzeit/contract';
import { fromJsonColumn } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** An order as the database stores it. Its restaurant and its status are added when a client receives it. */
export interface StoredOrder {
  readonly key: string;
  /** Uid of the diner; null after the diner was erased. */
  readonly uid: string | null;
  /** Order number that the diner says in the restaurant, unique for a restaurant and day. */
  readonly number: string;
  readonly day: string;
  readonly restaurantKey: string;
  /** Seller (name and address) at the time of the order; null for orders of a release that didn't store sellers. */
  readonly seller: Seller | null;
  readonly paymentOption: Order['paymentOption'];
  readonly debitedCardId: string | null;
  readonly meetUpAt: number;
  readonly meetUpKey: string | null;
  /** Whether the order was placed for a meetup and doesn't belong to it any more. */
  readonly isMeetUpLost: boolean;
  readonly isTakeAway: boolean;
  readonly items: Order['items'];
  readonly discount: Order['discount'];
  readonly vat: Order['vatByType'];
  readonly total: number;
  readonly acceptedAt: number | null;
  readonly createdAt: number;
  readonly paymentStatus: Order['paymentStatus'];
  /** Rating of the order; null if the diner hasn't rated it. */
  readonly rating: StoredRating | null;
}

/** Rating of an order by its diner. */
export interface StoredRating {
  /** Number of stars, 1 to 5. */
  readonly stars: number;
  /** Time of the rating in epoch milliseconds; null after the diner was erased. */
  readonly at: number | null;
}

/** An order to be stored, which has no rating yet. */
export type NewOrder = Omit<StoredOrder, 'rating' | 'isMeetUpLost'>;

interface OrderRow {
  readonly key: string;
  readonly uid: string | null;
  readonly number: string;
  readonly day: string;
  readonly restaurant_key: string;
  readonly seller: string | Seller | null;
  readonly payment_option: string;
  readonly debited_card_id: string | null;
  readonly meet_up_at: number | string;
  readonly meet_up_key: string | null;
  readonly is_meet_up_lost: boolean | number;
  readonly is_take_away: boolean | number;
  readonly items: string | Order['items'];
  readonly discount: string | NonNullable<Order['discount']> | null;
  readonly vat: string | Order['vatByType'];
  readonly total: number;
  readonly accepted_at: number | string | null;
  readonly created_at: number | string;
  readonly payment_status: string;
  readonly stars: number | null;
  readonly rated_at: number | string | null;
}

/** Columns about the order's request and its jobs, which no client receives. */
interface InternalColumns {
  readonly request_key: string | null;
  readonly is_watched: boolean | number;
  readonly reminded_at: number | string | null;
}

const orderOf = (orderRow: OrderRow): StoredOrder => ({
  key: orderRow.key,
  uid: orderRow.uid,
  number: orderRow.number,
  day: orderRow.day,
  restaurantKey: orderRow.restaurant_key,
  seller: orderRow.seller === null ? null : fromJsonColumn(orderRow.seller),
  paymentOption: Order.shape.paymentOption.parse(orderRow.payment_option),
  debitedCardId: orderRow.debited_card_id,
  meetUpAt: Number(orderRow.meet_up_at),
  meetUpKey: orderRow.meet_up_key,
  isMeetUpLost: Boolean(orderRow.is_meet_up_lost),
  isTakeAway: Boolean(orderRow.is_take_away),
  items: fromJsonColumn(orderRow.items),
  discount: orderRow.discount === null ? null : fromJsonColumn(orderRow.discount),
  vat: fromJsonColumn(orderRow.vat),
  total: orderRow.total,
  acceptedAt: orderRow.accepted_at === null ? null : Number(orderRow.accepted_at),
  createdAt: Number(orderRow.created_at),
  paymentStatus: Order.shape.paymentStatus.parse(orderRow.payment_status),
  rating:
    orderRow.stars === null
      ? null
      : { stars: orderRow.stars, at: orderRow.rated_at === null ? null : Number(orderRow.rated_at) },
});

const rowOf = (order: NewOrder): OrderRow => ({
  key: order.key,
  uid: order.uid,
  number: order.number,
  day: order.day,
  restaurant_key: order.restaurantKey,
  seller: order.seller === null ? null : JSON.stringify(order.seller),
  payment_option: order.paymentOption,
  debited_card_id: order.debitedCardId,
  meet_up_at: order.meetUpAt,
  meet_up_key: order.meetUpKey,
  is_meet_up_lost: false,
  is_take_away: order.isTakeAway,
  items: JSON.stringify(order.items),
  discount: order.discount === null ? null : JSON.stringify(order.discount),
  vat: JSON.stringify(order.vat),
  total: order.total,
  accepted_at: order.acceptedAt,
  created_at: order.createdAt,
  payment_status: order.paymentStatus,
  stars: null,
  rated_at: null,
});

/** Which page of a diner's paid orders to return: upcoming or past orders, after a given order. */
export interface OrderWindow {
  readonly uid: string;
  readonly when: 'upcoming' | 'past';
  /** Meal time in epoch milliseconds that separates past orders from upcoming ones. */
  readonly border: number;
  readonly after: Pick<StoredOrder, 'key' | 'meetUpAt'> | null;
  readonly limit: number;
}

/** Repository of orders, and of the vouchers that they use. */
export interface OrderRepository {
  find(key: string): Promise<StoredOrder | null>;
  /**
   * Finds the key of the order that was placed by the diner's request with this idempotency key; null if there is none.
   */
  findByRequest(uid: string, requestKey: string): Promise<string | null>;
  /** Lists paid orders: for upcoming orders the earliest meal first, for past orders the latest meal first. */
  listPaid(pageQuery: OrderWindow): Promise<StoredOrder[]>;
  /**
   * Lists paid orders of a restaurant, or of all restaurants (null), whose meal is at `since` or later, the earliest
   * meal first. With `after`, orders at exactly `since` are listed only if their key comes after `after`.
   */
  listForCounter(counterQuery: {
    readonly restaurantKey: string | null;
    readonly since: number;
    readonly after?: string | undefined;
    readonly limit: number;
  }): Promise<StoredOrder[]>;
  /** Lists all orders of a diner, in the order in which they were placed. */
  listOf(uid: string): Promise<StoredOrder[]>;
  /** Lists a diner's orders at a restaurant that were placed after `createdAfter`, the oldest first. */
  listRecent(orderQuery: {
    readonly uid: string;
    readonly restaurantKey: string;
    readonly createdAfter: number;
  }): Promise<StoredOrder[]>;
  /** Finds the order numbers that a restaurant has used on a day. */
  findNumbers(restaurantKey: string, day: string): Promise<Set<string>>;
  /** Stores an order with its discounts; `requestKey` is the idempotency key of its request. */
  insert(order: NewOrder, discountKeys: readonly string[], requestKey?: string | null): Promise<void>;
  setPaymentStatus(key: string, status: Order['paymentStatus']): Promise<void>;
  setAccepted(key: string, now: number): Promise<void>;
  /** Removes the meetup from an order that stays, and marks that the order has lost its meetup. */
  loseMeetup(key: string): Promise<void>;
  /** Stores the rating of an order, and replaces an earlier rating. */
  putRating(key: string, rating: StoredRating): Promise<void>;
  findDiscounts(key: string): Promise<string[]>;
  setItems(key: string, items: Order['items']): Promise<void>;
  /** Marks an order as watched: jobs remind the restaurant and refund the order if it isn't accepted. */
  markWatched(key: string): Promise<void>;
  isWatched(key: string): Promise<boolean>;
  /** Lists paid orders that aren't accepted, for which no jobs are scheduled, and whose meal is later than `after`. */
  listUnwatched(after: number, limit: number): Promise<StoredOrder[]>;
  /** Marks that the restaurant was reminded of an order. Returns false if the order was already marked. */
  markReminded(key: string, now: number): Promise<boolean>;
  /**
   * Removes the diner from their orders. The orders stay, because the law requires it, and the stars of ratings stay
   * for the restaurant.
   */
  forgetDiner(uid: string): Promise<void>;
  /**
   * Deletes orders of days before `firstKeptDay` with their payments, vouchers and refunds, up to `limit` orders.
   * Returns the number of deleted orders.
   */
  removeBefore(firstKeptDay: Day, limit: number): Promise<number>;
}

/** Creates the repository of orders on a connection or in a transaction. */
export const createOrderRepository = (connection: Connection): OrderRepository => {
  const knex = knexOf(connection);
  const orders = () => knex<OrderRow & InternalColumns>('customer_order');

  return {
    async find(orderKey) {
      const orderRow = await orders().where({ key: orderKey }).first();
      return orderRow === undefined ? null : orderOf(orderRow);
    },

    findByRequest: async (uid, requestKey) =>
      (await orders().where({ uid, request_key: requestKey }).first('key'))?.key ?? null,

    async listPaid({ uid, when, border, after, limit }) {
      const [timeComparison, sortDirection] = when === 'upcoming' ? (['>=', 'asc'] as const) : (['<', 'desc'] as const);
      const keyComparison = when === 'upcoming' ? '>' : '<';
      const orderQuery = orders()
        .where({ uid, payment_status: 'SUCCEEDED' })
        .andWhere('meet_up_at', timeComparison, border);
      if (after !== null) {
        void orderQuery.andWhere(
          (laterCondition) =>
            void laterCondition
              .where('meet_up_at', keyComparison, after.meetUpAt)
              .orWhere(
                (sameTimeCondition) =>
                  void sameTimeCondition.where('meet_up_at', after.meetUpAt).andWhere('key', keyComparison, after.key),
              ),
        );
      }
      return (
        await orderQuery
          .orderBy([
            { column: 'meet_up_at', order: sortDirection },
            { column: 'key', order: sortDirection },
          ])
          .limit(limit)
      ).map(orderOf);
    },

    async listForCounter({ restaurantKey, since, after, limit }) {
      const orderQuery = orders()
        .where({ payment_status: 'SUCCEEDED', ...(restaurantKey === null ? {} : { restaurant_key: restaurantKey }) })
        .andWhere('meet_up_at', '>=', since);
      if (after !== undefined)
        void orderQuery.andWhere(
          (laterCondition) => void laterCondition.where('meet_up_at', '>', since).orWhere('key', '>', after),
        );
      return (await orderQuery.orderBy(['meet_up_at', 'key']).limit(limit)).map(orderOf);
    },

    listOf: async (uid) => (await orders().where({ uid }).orderBy(['created_at', 'key'])).map(orderOf),

    listRecent: async ({ uid, restaurantKey, createdAfter }) =>
      (
        await orders()
          .where({ uid, restaurant_key: restaurantKey })
          .andWhere('created_at', '>', createdAfter)
          .orderBy(['created_at', 'key'])
      ).map(orderOf),

    findNumbers: async (restaurantKey, berlinDate) =>
      new Set(
        (await orders().where({ restaurant_key: restaurantKey, day: berlinDate }).select('number')).map(
          ({ number }) => number,
        ),
      ),

    async insert(order, discountKeys, requestKey = null) {
      await orders().insert({ ...rowOf(order), request_key: requestKey });
      for (const discount_key of new Set(discountKeys))
        await knex('order_discount').insert({ order_key: order.key, discount_key });
    },

    async setPaymentStatus(orderKey, status) {
      await orders().where({ key: orderKey }).update({ payment_status: status });
    },

    async setAccepted(orderKey, now) {
      await orders().where({ key: orderKey }).update({ accepted_at: now });
    },

    async loseMeetup(orderKey) {
      await orders().where({ key: orderKey }).update({ meet_up_key: null, is_meet_up_lost: true });
    },

    async putRating(orderKey, { stars, at: ratedAt }) {
      await orders().where({ key: orderKey }).update({ stars, rated_at: ratedAt });
    },

    findDiscounts: async (orderKey) =>
      (
        await knex<{ order_key: string; discount_key: string }>('order_discount')
          .where({ order_key: orderKey })
          .orderBy('discount_key')
      ).map((orderRow) => orderRow.discount_key),

    async setItems(orderKey, orderItems) {
      await orders()
        .where({ key: orderKey })
        .update({ items: JSON.stringify(orderItems) });
    },

    async markWatched(orderKey) {
      await orders().where({ key: orderKey }).update({ is_watched: true });
    },

    isWatched: async (orderKey) =>
      (await orders().where({ key: orderKey, is_watched: true }).first('key')) !== undefined,

    listUnwatched: async (afterTime, limit) =>
      (
        await orders()
          .where({ payment_status: 'SUCCEEDED', is_watched: false })
          .andWhere('meet_up_at', '>', afterTime)
          .whereNull('accepted_at')
          .orderBy(['meet_up_at', 'key'])
          .limit(limit)
      ).map(orderOf),

    markReminded: async (orderKey, now) =>
      (await orders().where({ key: orderKey }).whereNull('reminded_at').update({ reminded_at: now })) > 0,

    async forgetDiner(uid) {
      for (const { key, items } of (await orders().where({ uid })).map(orderOf)) {
        await orders()
          .where({ key })
          .update({ items: JSON.stringify(items.map((cartItem) => ({ ...cartItem, comments: '' }))) });
      }
      await orders()
        .where({ uid })
        .update({ uid: null, request_key: null, debited_card_id: null, meet_up_key: null, rated_at: null });
    },

    async removeBefore(firstKeptDay, limit) {
      const keys = (await orders().where('day', '<', firstKeptDay).limit(limit).select('key')).map(({ key }) => key);
      for (const tableName of ['order_refund', 'order_discount', 'payment_attempt'])
        await knex(tableName).whereIn('order_key', keys).delete();
      await orders().whereIn('key', keys).delete();
      return keys.length;
    },
  };
};
