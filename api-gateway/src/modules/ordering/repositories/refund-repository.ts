import { Order } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { cutToColumn, fromJsonColumn } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

const RefundedItem = z.object({ key: z.string(), amount: z.int() });
/** Line of an order in a refund, with the number of refunded pieces. */
export type RefundedItem = z.infer<typeof RefundedItem>;

/** Refund of an order, as the database stores it. */
export const StoredRefund = z.object({
  key: z.string(),
  orderKey: z.string(),
  amount: z.int(),
  /** Reason of the refund; null if the order couldn't use its payment, so that the whole payment is refunded. */
  reason: z.nullable(Order.shape.refunded.def.element.shape.reason),
  state: z.enum(['REQUESTED', 'SUCCEEDED', 'FAILED']),
  /** Idempotency key of the current attempt at the provider. An attempt after a refusal gets a new key. */
  providerKey: z.string(),
  /** Id of the refund at the provider; null until the provider has responded. */
  providerId: z.nullable(z.string()),
  /**
   * Whether the gateway makes the refund by itself. The gateway retries an automatic refund, because nobody else would
   * request it again.
   */
  isAutomatic: z.boolean(),
  /** Provider's code of the last refusal of the refund; null without a refusal. */
  code: z.nullable(z.string()),
  /** Real time in epoch milliseconds of the refund's first refusal; null without a refusal. */
  refusedAt: z.nullable(z.number()),
  /** Refunded pieces of the order's lines; empty for a refund of an amount that belongs to no line. */
  items: z.array(RefundedItem),
  createdAt: z.number(),
});
export type StoredRefund = z.infer<typeof StoredRefund>;

/** Columns of an open refund that a change may set. */
export type RefundChange = Partial<Pick<StoredRefund, 'state' | 'providerKey' | 'providerId' | 'code' | 'refusedAt'>>;

/** A refund to be stored, before any refusal. */
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

const refundOf = (refundRow: RefundRow): StoredRefund =>
  StoredRefund.parse({
    key: refundRow.key,
    orderKey: refundRow.order_key,
    amount: refundRow.amount,
    reason: refundRow.reason,
    state: refundRow.state,
    providerKey: refundRow.provider_key ?? refundRow.key,
    providerId: refundRow.provider_id,
    isAutomatic: Boolean(refundRow.is_automatic),
    code: refundRow.code,
    refusedAt: refundRow.refused_at === null ? null : Number(refundRow.refused_at),
    items: refundRow.items === null ? [] : fromJsonColumn(refundRow.items),
    createdAt: Number(refundRow.created_at),
  });

/** Maximum length of a code in its database column. Codes of providers can be longer, so they are cut. */
const MAX_CODE_LENGTH = 100;

/** Repository of refunds of orders. Refused refunds stay stored as well. */
export interface RefundRepository {
  /** Lists the refunds of these orders, the earliest first. */
  listOf(orderKeys: readonly string[]): Promise<StoredRefund[]>;
  find(key: string): Promise<StoredRefund | null>;
  /** Finds the refund that the gateway has made with this key or this id at its provider; null without one. */
  findByProvider(refund: Readonly<Record<'providerKey' | 'providerId', string>>): Promise<StoredRefund | null>;
  insert(refund: NewRefund): Promise<void>;
  /**
   * Changes a refund that is still requested with this `providerKey`. Returns false if the refund is final or has
   * another key.
   */
  change(refund: Pick<StoredRefund, 'key' | 'providerKey'>, change: RefundChange): Promise<boolean>;
  /**
   * Reopens a given-up refund with a new idempotency key and this amount. Returns false if the refund isn't given up.
   */
  reopen(key: string, change: Pick<StoredRefund, 'providerKey' | 'amount'>): Promise<boolean>;
}

/** Creates the repository of refunds on a connection or in a transaction. */
export const createRefundRepository = (connection: Connection): RefundRepository => {
  const refundTable = () => knexOf(connection)<RefundRow>('order_refund');

  return {
    listOf: async (orderKeys) =>
      (
        await refundTable()
          .whereIn('order_key', [...orderKeys])
          .orderBy(['created_at', 'key'])
      ).map(refundOf),

    async find(refundKey) {
      const refundRow = await refundTable().where({ key: refundKey }).first();
      return refundRow === undefined ? null : refundOf(refundRow);
    },

    async findByProvider({ providerKey, providerId }) {
      const refundRow = await refundTable()
        .where({ provider_id: providerId })
        .orWhere({ provider_key: providerKey })
        .first();
      return refundRow === undefined ? null : refundOf(refundRow);
    },

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
      await refundTable().insert({
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

    change: async ({ key, providerKey }, refundChange) =>
      (await refundTable()
        .where({ key, state: 'REQUESTED' })
        // Also compares the row's own key: a row of an earlier release has no `provider_key`, and its own key was sent
        // to the provider.
        .andWhere(
          (providerKeyCondition) =>
            void providerKeyCondition.where({ provider_key: providerKey }).orWhereNull('provider_key'),
        )
        .update({
          ...(refundChange.state === undefined ? {} : { state: refundChange.state }),
          ...(refundChange.providerKey === undefined ? {} : { provider_key: refundChange.providerKey }),
          ...(refundChange.providerId === undefined ? {} : { provider_id: refundChange.providerId }),
          ...(refundChange.code === undefined ? {} : { code: cutToColumn(refundChange.code, MAX_CODE_LENGTH) }),
          ...(refundChange.refusedAt === undefined ? {} : { refused_at: refundChange.refusedAt }),
        })) > 0,

    reopen: async (refundKey, { providerKey, amount }) =>
      (await refundTable()
        .where({ key: refundKey, state: 'FAILED', is_automatic: true })
        .update({ state: 'REQUESTED', amount, provider_key: providerKey, provider_id: null, refused_at: null })) > 0,
  };
};
