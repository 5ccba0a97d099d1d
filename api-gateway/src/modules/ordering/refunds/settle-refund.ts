import { ok } from '@mahlzeit/contract';
import type { CartItem, Result } from '@mahlzeit/contract';
import { refundableAmount } from '@mahlzeit/contract/rules';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { invariant } from '../../../platform';
import type { Clock, JobKind, JobQueue, WriteTransaction } from '../../../platform';
import { recordOrder } from '../order-records';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredOrder } from '../repositories/order-repository';
import type { RefundChange, RefundedItem, StoredRefund } from '../repositories/refund-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { describeProvider } from '../providers';
import type { Answered, PaymentProvider, ProviderError, ProviderRefund } from '../providers';

/** Dependencies of beginning a refund. */
export interface BeginRefundDeps {
  readonly clock: Clock;
  readonly jobs: JobQueue;
}

/** Consequences of a provider's decision on a refund, run in the transaction that stores the decision. */
export interface RefundNews {
  /** The money is on its way to the diner. */
  readonly onRefunded: (
    tx: WriteTransaction,
    refunded: { readonly order: StoredOrder; readonly refund: StoredRefund },
  ) => Promise<void>;
  /**
   * The refund has failed, and the gateway doesn't retry it: the restaurant may ask again, or support handles a failed
   * automatic refund.
   */
  readonly onRefused: (tx: WriteTransaction, refund: StoredRefund) => Promise<void>;
}

const RefundPayload = z.object({ refundKey: z.string() });

/** Makes a refund, or continues one that a request has begun, until the provider has decided. */
export const refundJob: JobKind<z.infer<typeof RefundPayload>> = {
  name: 'ordering/refund',
  payload: RefundPayload,
  clock: 'real',
  // The providers take refunds for this long. A refund whose job gives up earlier would stay open, and nobody would
  // find it.
  giveUpAfterMs: 11 * 30 * 24 * 60 * 60_000,
  personal: null,
};

/** Time that a request has to ask the provider itself: the job takes over where the request died or got no answer. */
const TAKES_OVER_AFTER_MS = 15_000;

/** Shows the diner and the restaurant's counters that a refund is on its way or was refused. */
const recordOrderOf = async (tx: WriteTransaction, { orderKey }: StoredRefund): Promise<void> => {
  const order = await createOrderRepository(tx.knex).find(orderKey);
  if (order !== null) await recordOrder(tx, order);
};

/** Stores a refund and enqueues its job: from then on the money goes back, whoever crashes. */
export const beginRefund = async (
  tx: WriteTransaction,
  { clock, jobs }: BeginRefundDeps,
  wish: Pick<StoredRefund, 'orderKey' | 'amount' | 'reason' | 'isAutomatic' | 'items'>,
): Promise<StoredRefund> => {
  const key = randomUUID();
  const refund: StoredRefund = {
    ...wish,
    key,
    state: 'REQUESTED',
    providerKey: key,
    providerId: null,
    code: null,
    refusedAt: null,
    createdAt: clock.now(),
  };
  await createRefundRepository(tx.knex).insert(refund);
  await recordOrderOf(tx, refund);
  await jobs.enqueue(tx, refundJob, {
    key,
    payload: { refundKey: key },
    ...(refund.isAutomatic ? {} : { dueAt: clock.realNow() + TAKES_OVER_AFTER_MS }),
  });
  return refund;
};

/** Options of asking a provider for a refund. */
interface AskOptions {
  readonly signal: AbortSignal;
  /** Whether nobody has asked for the refund before: then there is nothing to look for. */
  readonly isFirst: boolean;
}

/** Payment that a refund is made from. */
type RefundedAttempt = Pick<PaymentAttempt, 'providerId' | 'refundableId' | 'payerId'>;

const NOTHING_TO_REFUND = 'nothingToRefund';
const nothingToRefund: ProviderError = { kind: 'refused', status: 409, code: NOTHING_TO_REFUND };

/**
 * Makes a refund at its provider, or reads its status. A refund that may have been made before is looked for first,
 * because providers forget keys after hours. null: the provider no longer knows the refund.
 */
export const requestRefund = async (
  provider: PaymentProvider,
  refund: StoredRefund,
  { attempt, signal, isFirst }: AskOptions & { readonly attempt: RefundedAttempt },
): Answered<ProviderRefund | null> => {
  const { providerId: paymentId, refundableId, payerId } = attempt;
  if (refund.providerId !== null) return provider.readRefund(refund.providerId, signal);
  if (refundableId === null) return { ok: false, error: nothingToRefund };
  const request = {
    key: refund.providerKey,
    paymentId: paymentId ?? refundableId,
    refundableId,
    amount: refund.amount,
    payerId,
  };
  const earlierRefund = isFirst ? ok(null) : await provider.findRefund(request, signal);
  return !earlierRefund.ok || earlierRefund.value !== null ? earlierRefund : provider.refund(request, signal);
};

/** Adds the refunded pieces to the lines of an order; null: a line has fewer pieces. */
export const addRefundedPieces = (
  items: readonly CartItem[],
  refundedItems: readonly RefundedItem[],
): CartItem[] | null => {
  const lines = items.map((item) => ({
    ...item,
    refundedAmount: refundedItems
      .filter(({ key }) => key === item.key)
      .reduce((sum, { amount }) => sum + amount, item.refundedAmount),
  }));
  const areLines = refundedItems.every(({ key }) => items.some((item) => item.key === key));
  return areLines && lines.every(({ amount, refundedAmount }) => refundedAmount <= amount) ? lines : null;
};

/**
 * Time in which a refusal that may pass is retried: the same amount went back on the same day, or the wallet is empty.
 */
const REFUSED_FOR_MS = 36 * 60 * 60_000;

/** Dependencies of settling a refund. */
export interface SettleRefundDeps {
  readonly clock: Pick<Clock, 'realNow'>;
  readonly news: RefundNews;
}

/** Refund with the name of the provider that was asked for it. */
interface RefundSubject {
  readonly refund: StoredRefund;
  readonly provider: string;
}

const change = (tx: WriteTransaction, refund: StoredRefund, changedFields: RefundChange): Promise<boolean> =>
  createRefundRepository(tx.knex).change(refund, changedFields);

const succeedRefund = async (
  tx: WriteTransaction,
  news: RefundNews,
  refund: StoredRefund,
  providerId: string | null,
): Promise<void> => {
  // Of all who ask at the same time, one changes the row and runs the consequences.
  if (!(await change(tx, refund, { state: 'SUCCEEDED', providerId, code: null }))) return;
  const orders = createOrderRepository(tx.knex);
  const order = await orders.find(refund.orderKey);
  invariant(order, 'order of the refund', refund.key);
  const items = addRefundedPieces(order.items, refund.items) ?? order.items;
  if (refund.items.length > 0) await orders.setItems(order.key, items);
  const changedOrder = { ...order, items };
  await recordOrder(tx, changedOrder);
  await news.onRefunded(tx, { order: changedOrder, refund });
};

const fail = async (tx: WriteTransaction, news: RefundNews, refund: StoredRefund, code: string): Promise<void> => {
  if (!(await change(tx, refund, { state: 'FAILED', code }))) return;
  await recordOrderOf(tx, refund);
  await news.onRefused(tx, { ...refund, state: 'FAILED', code });
};

const refuse = async (
  tx: WriteTransaction,
  { clock, news }: SettleRefundDeps,
  { refund, provider }: RefundSubject,
  code: string,
): Promise<void> => {
  const { fullyRefunded, finalRefundRefusals } = describeProvider(provider).codes;
  if (!refund.isAutomatic) return fail(tx, news, refund, code);
  if (fullyRefunded.includes(code)) return succeedRefund(tx, news, refund, refund.providerId);
  const refusedAt = refund.refusedAt ?? clock.realNow();
  const isFinal = code === NOTHING_TO_REFUND || finalRefundRefusals.includes(code);
  if (isFinal || clock.realNow() - refusedAt >= REFUSED_FOR_MS) return fail(tx, news, refund, code);
  // Under the same key the provider would repeat its refusal for ever.
  await change(tx, refund, { providerKey: randomUUID(), providerId: null, code, refusedAt });
};

/** Code of a refund that its provider has refused without a reason. */
export const NO_REASON = 'unknown';

/**
 * Settles a refund by the provider's answer: the one place in which a refund ends. A conditional update lets one of
 * several simultaneous answers through.
 */
export const settleRefund = async (
  tx: WriteTransaction,
  deps: SettleRefundDeps,
  subject: RefundSubject,
  answer: Result<ProviderRefund | null, ProviderError>,
): Promise<void> => {
  const { refund } = subject;
  if (!answer.ok) return answer.error.kind === 'unreachable' ? undefined : refuse(tx, deps, subject, answer.error.code);
  const { value: status } = answer;
  if (status?.state === 'SUCCEEDED') return succeedRefund(tx, deps.news, refund, status.id);
  if (status?.state === 'FAILED') return refuse(tx, deps, subject, status.code ?? NO_REASON);
  // A refund on its way is read from now on; a refund that the provider no longer knows is looked for again.
  await change(tx, refund, { providerId: status?.id ?? null });
};

/**
 * Reopens an automatic refund that was given up, unless another refund has taken its place since; null: there is
 * nothing to retry.
 */
export const reopenRefund = async (
  tx: WriteTransaction,
  { key, orderKey, amount, reason }: StoredRefund,
): Promise<StoredRefund | null> => {
  const orders = createOrderRepository(tx.knex);
  const order = await orders.find(orderKey);
  const refunds = (await createRefundRepository(tx.knex).listOf([orderKey]))
    .filter(({ state }) => state !== 'FAILED')
    .map((refund) => ({ amount: refund.amount, date: refund.createdAt }));
  // A payment that its order couldn't use may be more than the order's total.
  const isStillOwed =
    order !== null &&
    (reason === null ? refunds.length === 0 : refundableAmount({ totalPrice: order.total, refunds }) >= amount);
  if (!isStillOwed || !(await createRefundRepository(tx.knex).reopen(key, randomUUID()))) return null;
  await recordOrder(tx, order);
  return createRefundRepository(tx.knex).find(key);
};
