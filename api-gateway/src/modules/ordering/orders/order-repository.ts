import { Order } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { fromJsonColumn } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** An order as the database holds it; its restaurant and how it stands are worked out when it is shown. */
export interface StoredOrder {
  readonly key: string;
  /** null once its diner is gone. */
  readonly uid: string | null;
  /** Said at the counter; one of a restaurant's day. */
  readonly number: string;
  readonly day: string;
  readonly restaurantKey: string;
  readonly paymentOption: Order['paymentOption'];
  readonly debitedCardId: string | null;
  readonly meetUpAt: number;
  readonly meetUpKey: string | null;
  readonly isTakeAway: boolean;
  readonly items: Order['items'];
  readonly discount: Order['discount'];
  readonly vat: Order['vatByType'];
  readonly total: number;
  readonly acceptedAt: number | null;
  readonly createdAt: number;
  readonly paymentStatus: Order['paymentStatus'];
}

interface OrderRow {
  readonly key: string;
  readonly uid: string | null;
  readonly number: string;
  readonly day: string;
  readonly restaurant_key: string;
  readonly payment_option: string;
  readonly debited_card_id: string | null;
  readonly meet_up_at: number | string;
  readonly meet_up_key: string | null;
  readonly is_take_away: boolean | number;
  readonly items: string | Order['items'];
  readonly discount: string | NonNullable<Order['discount']> | null;
  readonly vat: string | Order['vatByType'];
  readonly total: number;
  readonly accepted_at: number | string | null;
  readonly created_at: number | string;
  readonly payment_status: string;
}

const orderOf = (row: OrderRow): StoredOrder => ({
  key: row.key,
  uid: row.uid,
  number: row.number,
  day: row.day,
  restaurantKey: row.restaurant_key,
  paymentOption: Order.shape.paymentOption.parse(row.payment_option),
  debitedCardId: row.debited_card_id,
  meetUpAt: Number(row.meet_up_at),
  meetUpKey: row.meet_up_key,
  isTakeAway: Boolean(row.is_take_away),
  items: fromJsonColumn(row.items),
  discount: row.discount === null ? null : fromJsonColumn(row.discount),
  vat: fromJsonColumn(row.vat),
  total: row.total,
  acceptedAt: row.accepted_at === null ? null : Number(row.accepted_at),
  createdAt: Number(row.created_at),
  paymentStatus: Order.shape.paymentStatus.parse(row.payment_status),
});

const rowOf = (order: StoredOrder): OrderRow => ({
  key: order.key,
  uid: order.uid,
  number: order.number,
  day: order.day,
  restaurant_key: order.restaurantKey,
  payment_option: order.paymentOption,
  debited_card_id: order.debitedCardId,
  meet_up_at: order.meetUpAt,
  meet_up_key: order.meetUpKey,
  is_take_away: order.isTakeAway,
  items: JSON.stringify(order.items),
  discount: order.discount === null ? null : JSON.stringify(order.discount),
  vat: JSON.stringify(order.vat),
  total: order.total,
  accepted_at: order.acceptedAt,
  created_at: order.createdAt,
  payment_status: order.paymentStatus,
});

/** Money on its way back to the diner. */
export const StoredRefund = z.object({
  key: z.string(),
  orderKey: z.string(),
  amount: z.int(),
  /** null: paid for nothing, so nobody had to ask for it. */
  reason: z.nullable(Order.shape.refunded.def.element.shape.reason),
  state: z.enum(['REQUESTED', 'SUCCEEDED', 'FAILED']),
  providerId: z.nullable(z.string()),
  createdAt: z.number(),
});
export type StoredRefund = z.infer<typeof StoredRefund>;

interface RefundRow {
  readonly key: string;
  readonly order_key: string;
  readonly amount: number;
  readonly reason: string | null;
  readonly state: string;
  readonly provider_id: string | null;
  readonly created_at: number | string;
}

const refundOf = (row: RefundRow): StoredRefund =>
  StoredRefund.parse({ key: row.key, orderKey: row.order_key, amount: row.amount, reason: row.reason, state: row.state, providerId: row.provider_id, createdAt: Number(row.created_at) });

/** Which paid orders of a diner; those on one side of an instant, behind one that is known. */
export interface OrderWindow {
  readonly uid: string;
  readonly when: 'upcoming' | 'past';
  /** Where past ends and upcoming begins, as an instant of the meetup. */
  readonly border: number;
  readonly after: Pick<StoredOrder, 'key' | 'meetUpAt'> | null;
  readonly limit: number;
}

/** Orders, the vouchers that they have taken, and what went back. */
export interface OrderRepository {
  find(key: string): Promise<StoredOrder | null>;
  /** Paid ones; upcoming the next one first, past the latest one first. */
  listPaid(window: OrderWindow): Promise<StoredOrder[]>;
  /** Paid ones of a restaurant, or of all (null), to be eaten from an instant on; the next one first. */
  listForCounter(window: { readonly restaurantKey: string | null; readonly since: number; readonly limit: number }): Promise<StoredOrder[]>;
  /** All of a diner, the first placed first. */
  listOf(uid: string): Promise<StoredOrder[]>;
  /** Which numbers a restaurant has given out for a day. */
  findNumbers(restaurantKey: string, day: string): Promise<Set<string>>;
  insert(order: StoredOrder, discountKeys: readonly string[]): Promise<void>;
  setPaymentStatus(key: string, status: Order['paymentStatus']): Promise<void>;
  setAccepted(key: string, at: number): Promise<void>;
  findDiscounts(key: string): Promise<string[]>;
  /** Of these orders, by order, the first given first. */
  findRefunds(orderKeys: readonly string[]): Promise<StoredRefund[]>;
  findRefund(key: string): Promise<StoredRefund | null>;
  insertRefund(refund: StoredRefund): Promise<void>;
  updateRefund(key: string, change: Pick<StoredRefund, 'state' | 'providerId'>): Promise<void>;
  /** Takes the diner out of their orders, which the law wants kept. */
  forgetDiner(uid: string): Promise<void>;
}

/** Orders in the database. */
export const createOrderRepository = (connection: Connection): OrderRepository => {
  const knex = knexOf(connection);
  const orders = () => knex<OrderRow>('customer_order');
  const refunds = () => knex<RefundRow>('order_refund');

  return {
    async find(key) {
      const row = await orders().where({ key }).first();
      return row === undefined ? null : orderOf(row);
    },

    async listPaid({ uid, when, border, after, limit }) {
      const [side, order] = when === 'upcoming' ? (['>=', 'asc'] as const) : (['<', 'desc'] as const);
      const beyond = when === 'upcoming' ? '>' : '<';
      const query = orders().where({ uid, payment_status: 'SUCCEEDED' }).andWhere('meet_up_at', side, border);
      if (after !== null) {
        void query.andWhere((later) => void later.where('meet_up_at', beyond, after.meetUpAt).orWhere((same) => void same.where('meet_up_at', after.meetUpAt).andWhere('key', beyond, after.key)));
      }
      return (await query.orderBy([{ column: 'meet_up_at', order }, { column: 'key', order }]).limit(limit)).map(orderOf);
    },

    async listForCounter({ restaurantKey, since, limit }) {
      const query = orders().where({ payment_status: 'SUCCEEDED', ...(restaurantKey === null ? {} : { restaurant_key: restaurantKey }) }).andWhere('meet_up_at', '>=', since);
      return (await query.orderBy(['meet_up_at', 'key']).limit(limit)).map(orderOf);
    },

    listOf: async (uid) => (await orders().where({ uid }).orderBy(['created_at', 'key'])).map(orderOf),

    findNumbers: async (restaurantKey, day) => new Set((await orders().where({ restaurant_key: restaurantKey, day }).select('number')).map(({ number }) => number)),

    async insert(order, discountKeys) {
      await orders().insert(rowOf(order));
      for (const discount_key of new Set(discountKeys)) await knex('order_discount').insert({ order_key: order.key, discount_key });
    },

    async setPaymentStatus(key, status) {
      await orders().where({ key }).update({ payment_status: status });
    },

    async setAccepted(key, at) {
      await orders().where({ key }).update({ accepted_at: at });
    },

    findDiscounts: async (key) => (await knex<{ order_key: string; discount_key: string }>('order_discount').where({ order_key: key }).orderBy('discount_key')).map((row) => row.discount_key),

    findRefunds: async (orderKeys) => (await refunds().whereIn('order_key', [...orderKeys]).orderBy(['created_at', 'key'])).map(refundOf),

    async findRefund(key) {
      const row = await refunds().where({ key }).first();
      return row === undefined ? null : refundOf(row);
    },

    async insertRefund({ key, orderKey, amount, reason, state, providerId, createdAt }) {
      await refunds().insert({ key, order_key: orderKey, amount, reason, state, provider_id: providerId, created_at: createdAt });
    },

    async updateRefund(key, { state, providerId }) {
      await refunds().where({ key }).update({ state, provider_id: providerId });
    },

    async forgetDiner(uid) {
      for (const { key, items } of (await orders().where({ uid })).map(orderOf)) {
        await orders().where({ key }).update({ items: JSON.stringify(items.map((item) => ({ ...item, comments: '' }))) });
      }
      await orders().where({ uid }).update({ uid: null, debited_card_id: null, meet_up_key: null });
    },
  };
};
