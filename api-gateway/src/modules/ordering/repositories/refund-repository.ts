import { Order } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { fromJsonColumn } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

const RefundedItem = z.object({ key: z.string(), amount: z.int() });
/** Number of refunded pieces of an order's line. */
export type RefundedItem = z.infer<typeof RefundedItem>;

/** Refund of an order. */
export const StoredRefund = z.object({
  key: z.string(),
  orderKey: z.string(),
  amount: z.int(),
  /** null: the order couldn't use the payment, so the whole payment goes back. */
  reason: z.nullable(Order.shape.refunded.def.element.shape.reason),
  state: z.enum(['REQUESTED', 'SUCCEEDED', 'FAILED']),
  /** Key of the current try at the provider; a try after a refusal has a new one. */
  providerKey: z.string(),
  /** Provider's id of the refund; null until the provider has answered. */
  providerId: z.nullable(z.string()),
  /** Whether the gateway makes the refund by itself and retries it: nobody would ask again. */
  isAutomatic: z.boolean(),
  /** Provider's code of the last refusal; null: there was none. */
  code: z.nullable(z.string()),
  /** Instant of the real clock of the first refusal; null: there was none. */
  refusedAt: z.nullable(z.number()),
  /** Refunded pieces; empty: the refund belongs to no line. */
  items: z.array(RefundedItem),
  createdAt: z.number(),
});
export type StoredRefund = z.infer<typeof StoredRefund>;

/** Change of a refund that its provider has yet to decide. */
export type RefundChange = Partial<Pick<StoredRefund, 'state' | 'providerKey' | 'providerId' | 'code' | 'refusedAt'>>;

/** Refund before any refusal. */
export type NewRefund = Omit<StoredRefund, 'refusedAt'>;

interface RefundRow {
  readonly key: string;
  readonly order_key: string;
  readonly amount: number;
  readonly reason: string | null;
  readonly state: string;
  readonly provider_key: string | null;
  readonly provider_id: string | null;
  readonly is_automatic: boolean | number;
  readonly code: string | null;
  readonly refused_at: number | string | null;
  readonly items: string | readonly RefundedItem[] | null;
  readonly created_at: number | string;
}

const refundOf = (row: RefundRow): StoredRefund =>
  StoredRefund.parse({
    key: row.key,
    orderKey: row.order_key,
    amount: row.amount,
    reason: row.reason,
    state: row.state,
    providerKey: row.provider_key ?? row.key,
    providerId: row.provider_id,
    isAutomatic: Boolean(row.is_automatic),
    code: row.code,
    refusedAt: row.refused_at === null ? null : Number(row.refused_at),
    items: row.items === null ? [] : fromJsonColumn(row.items),
    createdAt: Number(row.created_at),
  });

/** Length of the column; providers bound their codes by nothing. */
const MAX_CODE_LENGTH = 100;

/** Refunds of orders. */
export interface RefundRepository {
  /** Lists the refunds of orders, the first one first. */
  listOf(orderKeys: readonly string[]): Promise<StoredRefund[]>;
  find(key: string): Promise<StoredRefund | null>;
  /** Whether a refund of ours has this key or this id at its provider. */
  isKnown(refund: Readonly<Record<'providerKey' | 'providerId', string>>): Promise<boolean>;
  insert(refund: NewRefund): Promise<void>;
  /** Changes a refund that is on its way under this key. Returns false where it isn't any more. */
  change(refund: Pick<StoredRefund, 'key' | 'providerKey'>, change: RefundChange): Promise<boolean>;
  /** Reopens a refund that was given up, under a new key. Returns false where it wasn't given up. */
  reopen(key: string, providerKey: string): Promise<boolean>;
}

/** Creates the refunds of a connection. */
export const createRefundRepository = (connection: Connection): RefundRepository => {
  const refunds = () => knexOf(connection)<RefundRow>('order_refund');

  return {
    listOf: async (orderKeys) =>
      (
        await refunds()
          .whereIn('order_key', [...orderKeys])
          .orderBy(['created_at', 'key'])
      ).map(refundOf),

    async find(key) {
      const row = await refunds().where({ key }).first();
      return row === undefined ? null : refundOf(row);
    },

    isKnown: async ({ providerKey, providerId }) =>
      (await refunds().where({ provider_id: providerId }).orWhere({ provider_key: providerKey }).first('key')) !==
      undefined,

    async insert({
      key,
      orderKey,
      amount,
      reason,
      state,
      providerKey,
      providerId,
      isAutomatic,
      code,
      items,
      createdAt,
    }) {
      await refunds().insert({
        key,
        order_key: orderKey,
        amount,
        reason,
        state,
        provider_key: providerKey,
        provider_id: providerId,
        is_automatic: isAutomatic,
        code,
        items: items.length === 0 ? null : JSON.stringify(items),
        created_at: createdAt,
      });
    },

    change: async ({ key, providerKey }, change) =>
      (await refunds()
        .where({ key, state: 'REQUESTED' })
        // Rows of an earlier release have no key of the provider: it equals their own.
        .andWhere((condition) => void condition.where({ provider_key: providerKey }).orWhereNull('provider_key'))
        .update({
          ...(change.state === undefined ? {} : { state: change.state }),
          ...(change.providerKey === undefined ? {} : { provider_key: change.providerKey }),
          ...(change.providerId === undefined ? {} : { provider_id: change.providerId }),
          ...(change.code === undefined ? {} : { code: change.code?.slice(0, MAX_CODE_LENGTH) ?? null }),
          ...(change.refusedAt === undefined ? {} : { refused_at: change.refusedAt }),
        })) > 0,

    reopen: async (key, providerKey) =>
      (await refunds()
        .where({ key, state: 'FAILED', is_automatic: true })
        .update({ state: 'REQUESTED', provider_key: providerKey, provider_id: null, refused_at: null })) > 0,
  };
};
