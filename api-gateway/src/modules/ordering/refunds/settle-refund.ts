import { ok } from '@mahlzeit/contract';
import type { CartItem, Result } from '@mahlzeit/contract';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { invariant } from '../../../platform';
import type { Clock, JobKind, JobQueue, WriteTransaction } from '../../../platform';
import { orderDecisionOf, recordOrder, remainingAmountOf } from '../order-records';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredOrder } from '../repositories/order-repository';
import type { RefundChange, RefundedItem, StoredRefund } from '../repositories/refund-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { describeProvider } from '../providers';
import type { ListedRefund, ProviderResult, PaymentProvider, ProviderError, ProviderRefund } from '../providers';

/** Clock and job queue that a function needs to begin a refund. */
export interface BeginRefundDeps {
  readonly clock: Clock;
  readonly jobs: JobQueue;
}

/** Functions that react to a provider's decision on a refund. They run in the transaction that stores the decision. */
export interface RefundReactions {
  /** Runs when the provider has accepted the refund, so that the money is on its way to the diner. */
  readonly onRefunded: (
    tx: WriteTransaction,
    refunded: { readonly order: StoredOrder; readonly refund: StoredRefund },
  ) => Promise<void>;
  /**
   * Runs when the refund has failed and the gateway doesn't retry it. The restaurant may request another refund; for a
   * failed automatic refund the support has to act.
   */
  readonly onRefused: (tx: WriteTransaction, refund: StoredRefund) => Promise<void>;
}

const RefundPayload = z.object({ refundKey: z.string() });

/** Job that makes a refund, or continues a refund that a request has begun, until the provider has decided. */
export const refundJob: JobKind<z.infer<typeof RefundPayload>> = {
  name: 'ordering/refund',
  payload: RefundPayload,
  clock: 'real',
  // Time after which the job gives up, because providers accept refunds for about eleven months. If it gave up earlier,
  // the refund would stay open and nobody would notice.
  giveUpAfterMs: 11 * 30 * 24 * 60 * 60_000,
  personal: null,
};

/**
 * Time in milliseconds that a request has to make the refund at the provider itself. Then the job takes over, in case
 * the gateway crashed or the provider didn't respond.
 */
const JOB_TAKEOVER_DELAY_MS = 15_000;

/**
 * Records an order for its diner and for the restaurant's partner console, so that both see that a refund was begun or
 * refused.
 */
const recordOrderOfRefund = async (tx: WriteTransaction, { orderKey }: StoredRefund): Promise<void> => {
  const order = await createOrderRepository(tx.knex).find(orderKey);
  if (order !== null) await recordOrder(tx, order);
};

/** Stores a refund and enqueues its job. From now on the refund is made even if the gateway crashes. */
export const beginRefund = async (
  tx: WriteTransaction,
  { clock, jobs }: BeginRefundDeps,
  requestedRefund: Pick<StoredRefund, 'orderKey' | 'amount' | 'reason' | 'isAutomatic' | 'items'>,
): Promise<StoredRefund> => {
  const refundKey = randomUUID();
  const refund: StoredRefund = {
    ...requestedRefund,
    key: refundKey,
    state: 'REQUESTED',
    providerKey: refundKey,
    providerId: null,
    code: null,
    refusedAt: null,
    createdAt: clock.now(),
  };
  await createRefundRepository(tx.knex).insert(refund);
  await recordOrderOfRefund(tx, refund);
  await jobs.enqueue(tx, refundJob, {
    key: refundKey,
    payload: { refundKey },
    ...(refund.isAutomatic ? {} : { dueAt: clock.realNow() + JOB_TAKEOVER_DELAY_MS }),
  });
  return refund;
};

/** Enqueues the job of a stored refund, which finds out first whether the provider has made the refund before. */
export const continueRefund = (
  tx: WriteTransaction,
  { jobs }: Pick<BeginRefundDeps, 'jobs'>,
  { key }: StoredRefund,
): Promise<void> => jobs.enqueue(tx, refundJob, { key, payload: { refundKey: key } });

interface RefundAskOptions {
  readonly signal: AbortSignal;
  /**
   * Whether no earlier request was sent for this refund, so that there is no earlier refund to find at the provider.
   */
  readonly isFirst: boolean;
}

/** Ids at the provider that a refund needs: those of the payment, of the payment's captured money and of the payer. */
type RefundedAttempt = Pick<PaymentAttempt, 'providerId' | 'refundableId' | 'payerId'>;

const NOTHING_TO_REFUND = 'nothingToRefund';
const nothingToRefund: ProviderError = { kind: 'refused', status: 409, code: NOTHING_TO_REFUND };

/**
 * Makes a refund at its provider, or reads its status. If an earlier request may have made the refund, searches for it
 * first, because providers forget idempotency keys after hours. Returns null if the provider no longer knows the
 * refund.
 */
export const requestRefund = async (
  provider: PaymentProvider,
  refund: StoredRefund,
  { attempt, signal, isFirst }: RefundAskOptions & { readonly attempt: RefundedAttempt },
): ProviderResult<ProviderRefund | null> => {
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

/** Adds refunded pieces to the lines of an order. Returns null if a line has fewer pieces or doesn't exist. */
export const addRefundedPieces = (
  cartItems: readonly CartItem[],
  refundedItems: readonly RefundedItem[],
): CartItem[] | null => {
  const refundedLines = cartItems.map((cartItem) => ({
    ...cartItem,
    refundedAmount: refundedItems
      .filter(({ key }) => key === cartItem.key)
      .reduce((refundedSum, { amount }) => refundedSum + amount, cartItem.refundedAmount),
  }));
  const areItemsKnown = refundedItems.every(({ key }) => cartItems.some((cartItem) => cartItem.key === key));
  return areItemsKnown && refundedLines.every(({ amount, refundedAmount }) => refundedAmount <= amount)
    ? refundedLines
    : null;
};

/**
 * Time in milliseconds during which the gateway retries a refund whose refusal may be temporary, for example because of
 * an equal refund on the same day, or an empty wallet.
 */
const REFUSAL_RETRY_MS = 36 * 60 * 60_000;

export interface SettleRefundDeps {
  readonly clock: Pick<Clock, 'realNow'>;
  readonly news: RefundReactions;
}

/** A refund, with the name of its payment provider. */
interface RefundSubject {
  readonly refund: StoredRefund;
  readonly provider: string;
}

const changeRefund = (tx: WriteTransaction, refund: StoredRefund, refundChange: RefundChange): Promise<boolean> =>
  createRefundRepository(tx.knex).change(refund, refundChange);

const succeedRefund = async (
  tx: WriteTransaction,
  refundReactions: RefundReactions,
  refund: StoredRefund,
  providerId: string | null,
): Promise<void> => {
  // Changes the row only once: if several responses arrive at the same time, only one of them runs the reactions.
  if (!(await changeRefund(tx, refund, { state: 'SUCCEEDED', providerId, code: null }))) return;
  const orders = createOrderRepository(tx.knex);
  const order = await orders.find(refund.orderKey);
  invariant(order, 'order of the refund', refund.key);
  const cartItems = addRefundedPieces(order.items, refund.items) ?? order.items;
  if (refund.items.length > 0) await orders.setItems(order.key, cartItems);
  const refundedOrder = { ...order, items: cartItems };
  await recordOrder(tx, refundedOrder);
  await refundReactions.onRefunded(tx, { order: refundedOrder, refund });
};

const failRefund = async (
  tx: WriteTransaction,
  refundReactions: RefundReactions,
  refund: StoredRefund,
  failureCode: string,
): Promise<void> => {
  if (!(await changeRefund(tx, refund, { state: 'FAILED', code: failureCode }))) return;
  await recordOrderOfRefund(tx, refund);
  await refundReactions.onRefused(tx, { ...refund, state: 'FAILED', code: failureCode });
};

const refuseRefund = async (
  tx: WriteTransaction,
  { clock, news }: SettleRefundDeps,
  { refund, provider }: RefundSubject,
  failureCode: string,
): Promise<void> => {
  const { fullyRefunded, finalRefundRefusals } = describeProvider(provider).codes;
  if (!refund.isAutomatic) return failRefund(tx, news, refund, failureCode);
  if (fullyRefunded.includes(failureCode)) return succeedRefund(tx, news, refund, refund.providerId);
  const refusedAt = refund.refusedAt ?? clock.realNow();
  const isRefusalFinal = failureCode === NOTHING_TO_REFUND || finalRefundRefusals.includes(failureCode);
  if (isRefusalFinal || clock.realNow() - refusedAt >= REFUSAL_RETRY_MS)
    return failRefund(tx, news, refund, failureCode);
  // Uses a new idempotency key for the next attempt, because the provider would repeat its refusal forever for the same
  // key.
  await changeRefund(tx, refund, { providerKey: randomUUID(), providerId: null, code: failureCode, refusedAt });
};

/** Code of a refund that its provider has refused without a code. */
export const UNKNOWN_REASON = 'unknown';

/**
 * Applies the provider's response to a refund. Every change of a refund goes through this function. A conditional
 * update makes sure that only one of several simultaneous responses counts.
 */
export const settleRefund = async (
  tx: WriteTransaction,
  deps: SettleRefundDeps,
  refundSubject: RefundSubject,
  providerAnswer: Result<ProviderRefund | null, ProviderError>,
): Promise<void> => {
  const { refund } = refundSubject;
  if (!providerAnswer.ok)
    return providerAnswer.error.kind === 'unreachable'
      ? undefined
      : refuseRefund(tx, deps, refundSubject, providerAnswer.error.code);
  const { value: providerRefund } = providerAnswer;
  if (providerRefund?.state === 'SUCCEEDED') return succeedRefund(tx, deps.news, refund, providerRefund.id);
  if (providerRefund?.state === 'FAILED')
    return refuseRefund(tx, deps, refundSubject, providerRefund.code ?? UNKNOWN_REASON);
  // Stores the provider's id of the refund, by which the next attempt reads its status. If the provider no longer knows
  // the refund, the id is null, and the next attempt searches the refund again.
  await changeRefund(tx, refund, { providerId: providerRefund?.id ?? null });
};

/**
 * Records a refund that its provider lists as completed and that isn't completed here, because a restore has lost it. A
 * refund that is still open here is completed; an unknown one is added to the order that the attempt has paid.
 */
export const recordListedRefund = async (
  tx: WriteTransaction,
  { clock, news }: SettleRefundDeps & Pick<BeginRefundDeps, 'clock'>,
  { refund: { id, key, amount }, attempt }: { readonly refund: ListedRefund; readonly attempt: PaymentAttempt },
): Promise<void> => {
  const refunds = createRefundRepository(tx.knex);
  const storedRefund = await refunds.findByProvider({ providerKey: key ?? '', providerId: id });
  if (storedRefund !== null) return succeedRefund(tx, news, storedRefund, id);
  // A payment that its order couldn't use has an automatic refund, which will find its money refunded.
  if (attempt.state !== 'SUCCEEDED') return;
  const refund: StoredRefund = {
    key: randomUUID(),
    orderKey: attempt.orderKey,
    amount,
    // The reason and the lines are lost with the refund.
    reason: 'mistake',
    items: [],
    state: 'REQUESTED',
    providerKey: key ?? randomUUID(),
    providerId: id,
    isAutomatic: false,
    code: null,
    refusedAt: null,
    createdAt: clock.now(),
  };
  await refunds.insert(refund);
  await succeedRefund(tx, news, refund, id);
};

/**
 * Returns the amount of a given-up automatic refund that is still owed; 0 if the order is accepted or the money was
 * refunded otherwise.
 */
const owedAmountOf = (
  { amount, reason }: StoredRefund,
  order: StoredOrder,
  orderRefunds: readonly StoredRefund[],
): number => {
  // Doesn't compare the amount with the order's total here: a payment that its order couldn't use may be higher than
  // the total.
  if (reason === null) return orderRefunds.every(({ state }) => state === 'FAILED') ? amount : 0;
  return orderDecisionOf(order, orderRefunds) === 'accepted'
    ? 0
    : Math.min(amount, remainingAmountOf(order, orderRefunds));
};

/**
 * Reopens an automatic refund that was given up, with the amount that is still owed. Returns null if nothing is owed or
 * the refund isn't given up any more.
 */
export const reopenRefund = async (tx: WriteTransaction, refund: StoredRefund): Promise<StoredRefund | null> => {
  const { key, orderKey } = refund;
  const refunds = createRefundRepository(tx.knex);
  const order = await createOrderRepository(tx.knex).find(orderKey);
  const amount = order === null ? 0 : owedAmountOf(refund, order, await refunds.listOf([orderKey]));
  if (order === null || amount <= 0 || !(await refunds.reopen(key, { providerKey: randomUUID(), amount }))) return null;
  await recordOrder(tx, order);
  return refunds.find(key);
};
