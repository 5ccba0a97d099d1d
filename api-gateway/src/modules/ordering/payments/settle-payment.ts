import type { ErrorCode } from '@mahlzeit/contract';
import { ORDER_PAST_AFTER_MS } from '@mahlzeit/contract/rules';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Clock, JobKind, JobQueue, WriteTransaction } from '../../../platform';
import { giveDiscountsBack } from '../../discovery';
import { recordOrder } from '../orders/order-records';
import { createOrderRepository } from '../orders/order-repository';
import type { StoredOrder } from '../orders/order-repository';
import type { ProviderPayment } from '../providers/payment-provider';
import { createAttemptRepository } from './attempt-repository';
import type { AttemptChange, AttemptState, PaymentAttempt } from './attempt-repository';

/** Told inside the write in which an order has been paid. */
export type OnOrderPaid = (tx: WriteTransaction, order: StoredOrder) => Promise<void>;

/** What settling stands on. */
export interface SettleDeps {
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly onOrderPaid: OnOrderPaid;
}

/** States from which a payment can still go on. */
export const OPEN: readonly AttemptState[] = ['REQUESTED', 'PENDING', 'CAPTURING', 'UNKNOWN'];

const RefundPayload = z.object({ refundKey: z.string() });

/** Gives back what was paid for nothing; tried until the provider has taken it. */
export const refundJob: JobKind<z.infer<typeof RefundPayload>> = {
  name: 'ordering/refund',
  payload: RefundPayload,
  clock: 'real',
  // The provider takes refunds for eleven months; somebody has to look at one that failed for a month.
  giveUpAfterMs: 30 * 24 * 60 * 60_000,
  personal: null,
};

const PAUSES_MS: readonly number[] = [20_000, 60_000, 3 * 60_000, 10 * 60_000, 30 * 60_000];

/** When an open payment is looked at next: soon at first, then every half hour; what nobody has finished within a day is asked no more often than each hour. */
export const nextCheck = (checks: number, realNow: number): number => realNow + (PAUSES_MS[checks] ?? 60 * 60_000);

/** The order of an attempt, which is there for as long as the attempt. */
const orderOf = async ({ knex }: Pick<WriteTransaction, 'knex'>, { orderKey }: PaymentAttempt): Promise<StoredOrder> => {
  const order = await createOrderRepository(knex).find(orderKey);
  if (order === null) throw new Error('an attempt has its order');
  return order;
};

const closing: AttemptChange = { checkAt: null, request: null };

/** Gives the whole payment back: what was paid can't be used. The diner was told that it failed, or is told now. */
const refundWhole = async (tx: WriteTransaction, deps: SettleDeps, { attempt, payment }: { readonly attempt: PaymentAttempt; readonly payment: ProviderPayment }): Promise<void> => {
  const key = randomUUID();
  await createOrderRepository(tx.knex).insertRefund({ key, orderKey: attempt.orderKey, amount: payment.amount, reason: null, state: 'REQUESTED', providerId: null, createdAt: deps.clock.now() });
  await deps.jobs.enqueue(tx, refundJob, { key, payload: { refundKey: key } });
};

/** Why paid money can't be used for its order; null: it can. */
const uselessBecause = (order: StoredOrder, payment: ProviderPayment, now: number): string | null => {
  if (payment.amount !== order.total || payment.reference !== order.key) return 'amountMismatch';
  return order.meetUpAt + ORDER_PAST_AFTER_MS < now ? 'tooLate' : null;
};

const succeed = async (tx: WriteTransaction, deps: SettleDeps, known: { readonly attempt: PaymentAttempt; readonly payment: ProviderPayment }): Promise<void> => {
  const { attempt, payment } = known;
  const orders = createOrderRepository(tx.knex);
  const attempts = createAttemptRepository(tx.knex);
  const order = await orderOf(tx, attempt);
  const useless = uselessBecause(order, payment, deps.clock.now());
  const change = { ...closing, providerId: payment.id, refundableId: payment.refundableId, redirectUrl: null, code: useless };
  if (useless !== null) {
    if (!(await attempts.change(attempt.key, OPEN, { ...change, state: 'FAILED' }))) return;
    await fail(tx, deps, order);
    return refundWhole(tx, deps, known);
  }
  // One of all who ask at the same time changes the row, and does what follows from it.
  if (await attempts.change(attempt.key, OPEN, { ...change, state: 'SUCCEEDED' })) {
    await orders.setPaymentStatus(order.key, 'SUCCEEDED');
    const paid: StoredOrder = { ...order, paymentStatus: 'SUCCEEDED' };
    await recordOrder(tx, paid);
    await deps.onOrderPaid(tx, paid);
    return;
  }
  // It had been given up, and its diner was told so: then nobody may be left out of pocket.
  const isNew = await attempts.change(attempt.key, ['FAILED'], { refundableId: payment.refundableId, providerId: payment.id });
  const hasRefund = (await orders.findRefunds([order.key])).length > 0;
  if (isNew && !hasRefund) await refundWhole(tx, deps, known);
};

/** An order that came to nothing gives its vouchers back. */
const fail = async (tx: WriteTransaction, { clock }: Pick<SettleDeps, 'clock'>, order: StoredOrder): Promise<void> => {
  const orders = createOrderRepository(tx.knex);
  await orders.setPaymentStatus(order.key, 'FAILED');
  if (order.uid !== null) await giveDiscountsBack(tx, { uid: order.uid, keys: await orders.findDiscounts(order.key), now: clock.now() });
};

/** Ours, for an attempt that its provider has never heard of. */
export const NEVER_ARRIVED = 'neverArrived';

/** What its provider may still come up with is looked for once more. */
const LATE_CHECK_MS = 30 * 60_000;

/** Writes down that a payment has failed, with its reason. */
export const settleFailure = async (tx: WriteTransaction, deps: SettleDeps, { attempt, code }: { readonly attempt: PaymentAttempt; readonly code: string }): Promise<void> => {
  const checkAt = code === NEVER_ARRIVED ? deps.clock.realNow() + LATE_CHECK_MS : null;
  if (await createAttemptRepository(tx.knex).change(attempt.key, OPEN, { ...closing, checkAt, state: 'FAILED', code, redirectUrl: null })) await fail(tx, deps, await orderOf(tx, attempt));
};

/** Writes down that nobody knows how a payment stands: it is asked about until somebody does. */
export const settleUnknown = async (tx: WriteTransaction, { clock }: Pick<SettleDeps, 'clock'>, attempt: PaymentAttempt): Promise<void> => {
  const attempts = createAttemptRepository(tx.knex);
  const change = { state: 'UNKNOWN', checkAt: nextCheck(attempt.checks, clock.realNow()), checks: attempt.checks + 1 } as const;
  if (await attempts.change(attempt.key, OPEN, change)) await createOrderRepository(tx.knex).setPaymentStatus(attempt.orderKey, 'UNKNOWN');
};

/**
 * The one place in which a payment comes to its end, whoever brings the news: the answer to its beginning, the diner who comes
 * back, a hook or reconciliation. What the provider says of it is written by a change that holds for one of them alone.
 */
export const settlePayment = async (tx: WriteTransaction, deps: SettleDeps, known: { readonly attempt: PaymentAttempt; readonly payment: ProviderPayment }): Promise<void> => {
  const { attempt, payment } = known;
  if (payment.state === 'SUCCEEDED') return succeed(tx, deps, known);
  if (payment.state === 'FAILED') {
    await createAttemptRepository(tx.knex).change(attempt.key, OPEN, { providerId: payment.id });
    return settleFailure(tx, deps, { attempt, code: payment.code ?? 'unknown' });
  }
  const pending: AttemptChange = { state: 'PENDING', providerId: payment.id, redirectUrl: payment.redirectUrl, checkAt: nextCheck(attempt.checks, deps.clock.realNow()), checks: attempt.checks + 1 };
  // What is being captured goes on with that.
  if (await createAttemptRepository(tx.knex).change(attempt.key, OPEN.filter((state) => state !== 'CAPTURING'), pending)) await createOrderRepository(tx.knex).setPaymentStatus(attempt.orderKey, 'CREATED');
};

/** The error that a diner gets whose payment failed: the provider's words in the spec's form (contract §0). */
export const paymentRefused = ({ provider, code }: Pick<PaymentAttempt, 'provider' | 'code'>): { readonly code: ErrorCode; readonly message: string; readonly details: Readonly<Record<string, string>> } => {
  const reason = code ?? 'unknown';
  return provider === 'mangopay'
    ? { code: 'mangopay-error', message: `mangopay-error/${reason}`, details: { ResultCode: reason } }
    : { code: 'paypal-error', message: JSON.stringify({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue: reason }] }), details: { issue: reason } };
};
