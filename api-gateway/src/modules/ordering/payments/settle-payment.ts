import type { Cents, Result } from '@mahlzeit/contract';
import { isOrderPast } from '@mahlzeit/contract/rules';
import { invariant } from '../../../platform';
import type { Clock, Connection, WriteTransaction } from '../../../platform';
import { giveDiscountsBack } from '../../discovery';
import { recordOrder } from '../order-records';
import { AMOUNT_MISMATCH, MEETUP_TAKEN, TOO_LATE } from '../providers';
import type { ProviderError, ProviderPayment } from '../providers';
import { beginRefund } from '../refunds';
import type { BeginRefundDeps } from '../refunds';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { AttemptChange, PaymentAttempt } from '../repositories/attempt-repository';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredOrder } from '../repositories/order-repository';
import { transitionsOf } from './payment-transitions';
import type { PaymentTransition } from './payment-transitions';

/** Money that goes back because its order can't use it. */
export interface UnusableMoney {
  readonly order: StoredOrder;
  readonly amount: Cents;
  /** Reason, for logs. */
  readonly because: string;
}

/** Dependencies of settling a payment. */
export interface SettleDeps extends BeginRefundDeps {
  /** Runs in the transaction that marks the order as paid. */
  readonly onOrderPaid: (tx: WriteTransaction, order: StoredOrder) => Promise<void>;
  /** Runs in the transaction that refunds a whole payment. */
  readonly onMoneyBack: (tx: WriteTransaction, money: UnusableMoney) => Promise<void>;
  /**
   * Whether the order's meetup still takes place and the diner has no other order for it; true without a meetup.
   */
  readonly isMeetupOpen: (knex: Connection, order: StoredOrder) => Promise<boolean>;
}

/** Event of a payment with its facts; `payment-transitions.ts` says what the events mean. */
export type PaymentEvent =
  | { readonly type: 'succeeded' | 'pending' | 'failed'; readonly payment: ProviderPayment }
  | { readonly type: 'refused' | 'abandoned'; readonly code: string }
  | { readonly type: 'unreachable' | 'notApproved' | 'captureBegun' };

const STATUS_EVENTS = { SUCCEEDED: 'succeeded', PENDING: 'pending', FAILED: 'failed' } as const;

/** Returns the event that a status of the provider is. */
export const statusEvent = (payment: ProviderPayment): PaymentEvent => ({
  type: STATUS_EVENTS[payment.state],
  payment,
});

/** Returns the event that an answer of the provider is. */
export const answerEvent = (answer: Result<ProviderPayment, ProviderError>): PaymentEvent => {
  if (answer.ok) return statusEvent(answer.value);
  return answer.error.kind === 'unreachable' ? { type: 'unreachable' } : { type: 'refused', code: answer.error.code };
};

const PAUSES_MS: readonly number[] = [20_000, 60_000, 3 * 60_000, 10 * 60_000, 30 * 60_000];
const HOUR_MS = 60 * 60_000;
const LATE_CHECK_MS = 30 * 60_000;
const CAPTURE_CHECK_MS = 30_000;

/**
 * Returns when reconciliation asks about an open payment: soon at first, then at growing distances, and each hour where
 * nobody has completed it.
 */
export const nextCheck = (checks: number, realNow: number): number => realNow + (PAUSES_MS[checks] ?? HOUR_MS);

type CheckColumns = Pick<AttemptChange, 'checkAt' | 'checks'>;

/**
 * Schedules the next turn of reconciliation. Whoever asks out of turn, a page that polls for instance, doesn't move it.
 */
const nextTurn = ({ checks, checkAt }: PaymentAttempt, realNow: number): CheckColumns =>
  checkAt !== null && checkAt > realNow
    ? { checkAt, checks }
    : { checkAt: nextCheck(checks, realNow), checks: checks + 1 };

const CHECKS: Readonly<Record<PaymentTransition['asks'], (attempt: PaymentAttempt, realNow: number) => CheckColumns>> =
  {
    afterCapture: (_attempt, realNow) => ({ checkAt: realNow + CAPTURE_CHECK_MS }),
    nextTurn,
    onceLater: (_attempt, realNow) => ({ checkAt: realNow + LATE_CHECK_MS }),
    never: () => ({ checkAt: null }),
  };

/** Length of the column; providers bound their codes by nothing. */
const MAX_REASON_LENGTH = 100;

/** Facts of an event that an attempt may keep. */
interface EventFacts {
  readonly payment: ProviderPayment | null;
  /** Reason of a failure, the provider's or ours; null: there is none. */
  readonly reason: string | null;
}

const storedColumns = ({ stores }: PaymentTransition, { payment, reason }: EventFacts): AttemptChange => ({
  ...(payment !== null && stores.includes('providerId') ? { providerId: payment.id } : {}),
  ...(payment !== null && stores.includes('refundableId') ? { refundableId: payment.refundableId } : {}),
  // A later answer may leave out where the diner approves the payment.
  ...((payment?.redirectUrl ?? null) !== null && stores.includes('redirectUrl')
    ? { redirectUrl: payment?.redirectUrl ?? null }
    : {}),
  ...(stores.includes('reason') ? { code: reason?.slice(0, MAX_REASON_LENGTH) ?? null } : {}),
});

/** A payment that is over keeps neither its request nor the address where the diner approves it. */
const clearedColumns = ({ to }: PaymentTransition): AttemptChange =>
  to === 'SUCCEEDED' || to === 'FAILED' ? { request: null, redirectUrl: null } : {};

const findOrder = async (knex: Connection, { orderKey }: PaymentAttempt): Promise<StoredOrder> => {
  const order = await createOrderRepository(knex).find(orderKey);
  invariant(order, 'order of the payment', orderKey);
  return order;
};

/** Returns why the order can't use the money of its payment; null: it can. */
const unusableReason = async (
  knex: Connection,
  { clock, isMeetupOpen }: Pick<SettleDeps, 'clock' | 'isMeetupOpen'>,
  order: StoredOrder,
  payment: ProviderPayment,
): Promise<string | null> => {
  if (payment.amount !== order.total || payment.reference !== order.key) return AMOUNT_MISMATCH;
  if (isOrderPast({ meetUpDate: order.meetUpAt }, clock.now())) return TOO_LATE;
  return (await isMeetupOpen(knex, order)) ? null : MEETUP_TAKEN;
};

const factsOf = async (
  knex: Connection,
  deps: SettleDeps,
  attempt: PaymentAttempt,
  event: PaymentEvent,
): Promise<EventFacts> => {
  switch (event.type) {
    case 'succeeded':
      return {
        payment: event.payment,
        reason: await unusableReason(knex, deps, await findOrder(knex, attempt), event.payment),
      };
    case 'pending':
      return { payment: event.payment, reason: null };
    case 'failed':
      return { payment: event.payment, reason: event.payment.code ?? 'unknown' };
    case 'refused':
    case 'abandoned':
      return { payment: null, reason: event.code };
    case 'captureBegun':
    case 'notApproved':
    case 'unreachable':
      return { payment: null, reason: null };
  }
};

/** Refunds a whole payment and tells the diner: they were never told that they had paid. */
const refundWhole = async (tx: WriteTransaction, deps: SettleDeps, money: UnusableMoney): Promise<void> => {
  await beginRefund(tx, deps, {
    orderKey: money.order.key,
    amount: money.amount,
    reason: null,
    isAutomatic: true,
    items: [],
  });
  await deps.onMoneyBack(tx, money);
};

/** Subject of an effect. */
interface EffectContext extends EventFacts {
  readonly order: StoredOrder;
}

type Effect = (tx: WriteTransaction, deps: SettleDeps, context: EffectContext) => Promise<void>;

const effects: Readonly<Record<PaymentTransition['effects'][number], Effect>> = {
  async confirmOrder(tx, { onOrderPaid }, { order }) {
    const paid: StoredOrder = { ...order, paymentStatus: 'SUCCEEDED' };
    await recordOrder(tx, paid);
    await onOrderPaid(tx, paid);
  },

  async returnDiscounts(tx, { clock }, { order: { uid, key } }) {
    if (uid === null) return;
    const keys = await createOrderRepository(tx.knex).findDiscounts(key);
    await giveDiscountsBack(tx, { uid, keys, now: clock.now() });
  },

  async refund(tx, deps, { order, payment, reason }) {
    await refundWhole(tx, deps, { order, amount: payment?.amount ?? order.total, because: reason ?? 'unknown' });
  },

  async refundUnlessRefunded(tx, deps, { order, payment }) {
    if ((await createRefundRepository(tx.knex).listOf([order.key])).length > 0) return;
    await refundWhole(tx, deps, { order, amount: payment?.amount ?? order.total, because: 'givenUp' });
  },
};

const runEffects = async (
  tx: WriteTransaction,
  deps: SettleDeps,
  row: PaymentTransition,
  { attempt, facts }: { readonly attempt: PaymentAttempt; readonly facts: EventFacts },
): Promise<void> => {
  if (row.order !== undefined) await createOrderRepository(tx.knex).setPaymentStatus(attempt.orderKey, row.order);
  if (row.effects.length === 0) return;
  const order = await findOrder(tx.knex, attempt);
  for (const effect of row.effects) await effects[effect](tx, deps, { ...facts, order });
};

/**
 * Applies an event to a payment by the table of `payment-transitions.ts`: the one place in which a payment ends,
 * whoever brings the event (ADR 34). Of several simultaneous events one changes the row and runs the effects. Returns
 * whether the event changed the payment.
 */
export const applyPaymentEvent = async (
  tx: WriteTransaction,
  deps: SettleDeps,
  attempt: PaymentAttempt,
  event: PaymentEvent,
): Promise<boolean> => {
  const facts = await factsOf(tx.knex, deps, attempt, event);
  for (const row of transitionsOf(event.type, facts.reason === null)) {
    const change: AttemptChange = {
      ...clearedColumns(row),
      ...storedColumns(row, facts),
      ...CHECKS[row.asks](attempt, deps.clock.realNow()),
      state: row.to,
    };
    if (await createAttemptRepository(tx.knex).change(attempt.key, row.from, change)) {
      await runEffects(tx, deps, row, { attempt, facts });
      return true;
    }
  }
  return false;
};

/** Leaves a payment as it is until the next turn of reconciliation. Returns false where its state has changed since. */
export const postponeCheck = (
  { knex }: Pick<WriteTransaction, 'knex'>,
  { clock }: { readonly clock: Pick<Clock, 'realNow'> },
  attempt: PaymentAttempt,
): Promise<boolean> =>
  createAttemptRepository(knex).change(attempt.key, [attempt.state], nextTurn(attempt, clock.realNow()));
