import { Order } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { fromJsonColumn } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

const RefundedItem = z.object({ key: z.string(), amount: z.int() });
/** Some pieces of a line of an order. */
export type RefundedItem = z.infer<typeof RefundedItem>;

/** Money on its way back to the diner. */
export const StoredRefund = z.object({
  key: z.string(),
  orderKey: z.string(),
  amount: z.int(),
  /** null: paid for nothing, so nobody had to ask for it. */
  reason: z.nullable(Order.shape.refunded.def.element.shape.reason),
  state: z.enum(['REQUESTED', 'SUCCEEDED', 'FAILED']),
  /** What the provider knows this try by; after a try that came to nothing it is another. */
  providerKey: z.string(),
  /** null until the provider has said it. */
  providerId: z.nullable(z.string()),
  /** Nobody has asked for it who would ask again: it is tried until the provider gives it. */
  isAutomatic: z.boolean(),
  /** Why the last try came to nothing, in the provider's words; null: none has. */
  code: z.nullable(z.string()),
  /** Real time since when its provider refuses it; null: it never did. */
  refusedAt: z.nullable(z.number()),
  /** What of the order it is for; empty: for none of its lines. */
  items: z.array(RefundedItem),
  createdAt: z.number(),
});
export type StoredRefund = z.infer<typeof StoredRefund>;

/** What changes of a refund as long as its provider has not decided. */
export type RefundChange = Partial<Pick<StoredRefund, 'state' | 'providerKey' | 'providerId' | 'code' | 'refusedAt'>>;

/** A refund as it begins: nobody has refused it. */
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

/** As long as the database keeps it; providers bound theirs by nothing. */
const MAX_CODE_LENGTH = 100;

/** Refunds of orders. */
export interface RefundRepository {
  /** Of these orders, by order, the first given first. */
  listOf(orderKeys: readonly string[]): Promise<StoredRefund[]>;
  find(key: string): Promise<StoredRefund | null>;
  /** Whether a refund of ours is known to its provider by this key, or by this id. */
  isKnown(known: Readonly<Record<'providerKey' | 'providerId', string>>): Promise<boolean>;
  insert(refund: NewRefund): Promise<void>;
  /** Changes a refund that is on its way under this very try; false: it no longer is, and nothing changed. */
  change(refund: Pick<StoredRefund, 'key' | 'providerKey'>, change: RefundChange): Promise<boolean>;
  /** Has one that was given up tried again, under a new key; false: it wasn't, and nothing changed. */
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
        // Written by an earlier release: then it is its own key.
        .andWhere((same) => void same.where({ provider_key: providerKey }).orWhereNull('provider_key'))
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
