import type { Cents, Result } from '@mahlzeit/contract';
import { gatewayRefusalOf } from '@mahlzeit/contract/rules';
import type { MeetupMisfit, ReturnReason, ServingReason } from '@mahlzeit/contract/rules';
import { cutToColumn, invariant } from '../../../platform';
import type { Clock, Connection, WriteTransaction } from '../../../platform';
import { restoreDiscounts } from '../../discovery';
import { recordOrder } from '../order-records';
import {
  AMOUNT_MISMATCH,
  gatewayCapturedProviders,
  MEETUP_CANCELED,
  MEETUP_TAKEN,
  PAYMENT_REPLACED,
} from '../providers';
import type { ProviderError, ProviderPayment } from '../providers';
import { beginRefund } from '../refunds';
import type { BeginRefundDeps } from '../refunds';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { AttemptChange, PaymentAttempt } from '../repositories/attempt-repository';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredOrder } from '../repositories/order-repository';
import { transitionsOf, UNCAPTURED_STATES } from './payment-transitions';
import type { PaymentTransition } from './payment-transitions';

/** A payment that is refunded because its order can't use the money. */
export interface UnusableMoney {
  readonly order: StoredOrder;
  readonly amount: Cents;
  /** Code of the reason why the order can't use the money, for logs. */
  readonly reasonCode: string;
}

export interface SettleDeps extends BeginRefundDeps {
  /** Runs in the transaction that marks the order as paid. */
  readonly onOrderPaid: (tx: WriteTransaction, order: StoredOrder) => Promise<void>;
  /** Runs in the transaction that refunds a whole payment, because its order can't use the money. */
  readonly onMoneyBack: (tx: WriteTransaction, unusableMoney: UnusableMoney) => Promise<void>;
  /** Runs in the transaction that gives a payment up because its order can't be served; no money was taken. */
  readonly onNotCharged: (tx: WriteTransaction, order: StoredOrder, reasonCode: string) => Promise<void>;
  /** Runs once, in the transaction that finds that a diner has approved a payment but hasn't returned to finish it. */
  readonly onApproved: (tx: WriteTransaction, order: StoredOrder) => Promise<void>;
  /** Returns the reason why an order can't be served any more; null if it can. */
  readonly findServingReason: (knex: Connection, order: StoredOrder) => Promise<ServingReason | null>;
  /** Returns the reason why an order can't belong to its meetup any more; null if it can, or if it has no meetup. */
  readonly findMeetupMisfit: (knex: Connection, order: StoredOrder) => Promise<MeetupMisfit | null>;
}

/**
 * Event of a payment, with the provider's payment or the failure code if the event has one. See
 * `payment-transitions.ts` for the meaning of the events.
 */
export type PaymentEvent =
  | { readonly type: 'succeeded' | 'pending' | 'failed'; readonly payment: ProviderPayment }
  | { readonly type: 'refused' | 'abandoned'; readonly code: string }
  | { readonly type: 'unreachable' | 'notApproved' | 'captureBegun' };

const STATUS_EVENTS = { SUCCEEDED: 'succeeded', PENDING: 'pending', FAILED: 'failed' } as const;

/** Converts a payment status of the provider to an event. */
export const statusEventOf = (payment: ProviderPayment): PaymentEvent => ({
  type: STATUS_EVENTS[payment.state],
  payment,
});

/**
 * Converts a response of the provider to an event: the event of the payment's status, `refused`, or `unreachable`
 * without a usable response.
 */
export const answerEventOf = (providerAnswer: Result<ProviderPayment, ProviderError>): PaymentEvent => {
  if (providerAnswer.ok) return statusEventOf(providerAnswer.value);
  return providerAnswer.error.kind === 'unreachable'
    ? { type: 'unreachable' }
    : { type: 'refused', code: providerAnswer.error.code };
};

const CHECK_PAUSES_MS: readonly number[] = [20_000, 60_000, 3 * 60_000, 10 * 60_000, 30 * 60_000];
const HOUR_MS = 60 * 60_000;
const LATE_CHECK_MS = 30 * 60_000;
const CAPTURE_CHECK_MS = 30_000;

/**
 * Returns the time of reconciliation's next check of an open payment. The pauses grow from twenty seconds to one hour.
 */
export const nextCheckTime = (checkCount: number, realNow: number): number =>
  realNow + (CHECK_PAUSES_MS[checkCount] ?? HOUR_MS);

type AttemptCheckColumns = Pick<AttemptChange, 'checkAt' | 'checks'>;

/**
 * Returns the columns that schedule reconciliation's next check. A check before the scheduled time, for example by a
 * page that polls, doesn't change the schedule.
 */
const nextCheckColumns = ({ checks, checkAt }: PaymentAttempt, realNow: number): AttemptCheckColumns =>
  checkAt !== null && checkAt > realNow
    ? { checkAt, checks }
    : { checkAt: nextCheckTime(checks, realNow), checks: checks + 1 };

const CHECK_COLUMNS_BY_SCHEDULE: Readonly<
  Record<PaymentTransition['asks'], (attempt: PaymentAttempt, realNow: number) => AttemptCheckColumns>
> = {
  afterCapture: (_attempt, realNow) => ({ checkAt: realNow + CAPTURE_CHECK_MS }),
  nextTurn: nextCheckColumns,
  onceLater: (_attempt, realNow) => ({ checkAt: realNow + LATE_CHECK_MS }),
  never: () => ({ checkAt: null }),
};

/** Maximum length of a reason code in its database column. Codes of providers can be longer, so they are cut. */
const MAX_REASON_LENGTH = 100;

/** Values of a payment event that can be stored with the payment attempt. */
interface EventFacts {
  readonly payment: ProviderPayment | null;
  /** Code of the failure, from the provider or from `own-reasons.ts`; null without a failure. */
  readonly reason: string | null;
}

const storedColumnsOf = ({ stores }: PaymentTransition, { payment, reason }: EventFacts): AttemptChange => ({
  ...(payment !== null && stores.includes('providerId') ? { providerId: payment.id } : {}),
  ...(payment !== null && stores.includes('refundableId') ? { refundableId: payment.refundableId } : {}),
  // A stored URL isn't overwritten by null, because a later response of the provider may lack the URL at which the
  // diner approves the payment.
  ...((payment?.redirectUrl ?? null) !== null && stores.includes('redirectUrl')
    ? { redirectUrl: payment?.redirectUrl ?? null }
    : {}),
  ...(stores.includes('reason') ? { code: cutToColumn(reason, MAX_REASON_LENGTH) } : {}),
});

/**
 * Returns the columns to clear: a final payment stores neither its request nor the URL at which the diner approves it.
 */
const clearedColumnsOf = ({ to }: PaymentTransition): AttemptChange =>
  to === 'SUCCEEDED' || to === 'FAILED' ? { request: null, redirectUrl: null } : {};

const findOrder = async (knex: Connection, { orderKey }: PaymentAttempt): Promise<StoredOrder> => {
  const order = await createOrderRepository(knex).find(orderKey);
  invariant(order, 'order of the payment', orderKey);
  return order;
};

/** Returns the reason code if an order can't use the money of its payment; null if it can. */
const findUnusableReason = async (
  knex: Connection,
  { findServingReason, findMeetupMisfit }: Pick<SettleDeps, 'findServingReason' | 'findMeetupMisfit'>,
  order: StoredOrder,
  payment: ProviderPayment,
): Promise<ReturnReason | null> => {
  if (payment.amount !== order.total || payment.reference !== order.key) return AMOUNT_MISMATCH;
  const servingReason = await findServingReason(knex, order);
  if (servingReason !== null) return servingReason;
  // Refunds an order that can't belong to its meetup only in two cases: a second order for the same meetup would be a
  // second lunch, and nobody comes to a cancelled meetup. For every other reason, for example when the guest declines,
  // the order loses its meetup but stays.
  const meetupMisfit = await findMeetupMisfit(knex, order);
  if (meetupMisfit === 'canceled') return MEETUP_CANCELED;
  return meetupMisfit === 'ordered' ? MEETUP_TAKEN : null;
};

const eventFactsOf = async (
  knex: Connection,
  deps: SettleDeps,
  attempt: PaymentAttempt,
  event: PaymentEvent,
): Promise<EventFacts> => {
  switch (event.type) {
    case 'succeeded':
      return {
        payment: event.payment,
        reason: await findUnusableReason(knex, deps, await findOrder(knex, attempt), event.payment),
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

/** Refunds a whole payment and notifies the diner, who was never informed that the payment succeeded. */
const refundWholePayment = async (
  tx: WriteTransaction,
  deps: SettleDeps,
  unusableMoney: UnusableMoney,
): Promise<void> => {
  await beginRefund(tx, deps, {
    orderKey: unusableMoney.order.key,
    amount: unusableMoney.amount,
    reason: null,
    isAutomatic: true,
    items: [],
  });
  await deps.onMoneyBack(tx, unusableMoney);
};

/** Values of a payment event, and the order to which an effect of the event applies. */
interface EffectContext extends EventFacts {
  readonly order: StoredOrder;
  readonly attempt: PaymentAttempt;
}

type PaymentEffect = (tx: WriteTransaction, deps: SettleDeps, effectContext: EffectContext) => Promise<void>;

const effectByName: Readonly<Record<PaymentTransition['effects'][number], PaymentEffect>> = {
  async confirmOrder(tx, { findMeetupMisfit, onOrderPaid }, { order }) {
    const hasLostMeetup = (await findMeetupMisfit(tx.knex, order)) !== null;
    if (hasLostMeetup) await createOrderRepository(tx.knex).loseMeetup(order.key);
    const paidOrder: StoredOrder = {
      ...order,
      ...(hasLostMeetup ? { meetUpKey: null, isMeetUpLost: true } : {}),
      paymentStatus: 'SUCCEEDED',
    };
    await recordOrder(tx, paidOrder);
    await onOrderPaid(tx, paidOrder);
  },

  async replaceOthers(tx, deps, { order, attempt }) {
    if (order.uid === null) return;
    const otherAttempts = await createAttemptRepository(tx.knex).listOf(order.uid, {
      providers: gatewayCapturedProviders(),
      states: UNCAPTURED_STATES,
    });
    for (const otherAttempt of otherAttempts) {
      if (otherAttempt.key !== attempt.key && otherAttempt.begunAt <= attempt.begunAt)
        await applyPaymentEvent(tx, deps, otherAttempt, { type: 'abandoned', code: PAYMENT_REPLACED });
    }
  },

  async returnDiscounts(tx, { clock }, { order: { key: orderKey } }) {
    const discountKeys = await createOrderRepository(tx.knex).findDiscounts(orderKey);
    await restoreDiscounts(tx, { orderKey, keys: discountKeys, now: clock.now() });
  },

  async tellNotCharged(tx, { onNotCharged }, { order, reason }) {
    // Notifies the diner only for a reason of the gateway: a diner who has left or replaced the payment knows what
    // happened.
    if (reason !== null && gatewayRefusalOf(reason) !== null) await onNotCharged(tx, order, reason);
  },

  async refund(tx, deps, { order, payment, reason }) {
    await refundWholePayment(tx, deps, {
      order,
      amount: payment?.amount ?? order.total,
      reasonCode: reason ?? 'unknown',
    });
  },

  async refundUnlessRefunded(tx, deps, { order, payment }) {
    if ((await createRefundRepository(tx.knex).listOf([order.key])).length > 0) return;
    await refundWholePayment(tx, deps, { order, amount: payment?.amount ?? order.total, reasonCode: 'givenUp' });
  },
};

const runEffects = async (
  tx: WriteTransaction,
  deps: SettleDeps,
  transition: PaymentTransition,
  { attempt, facts }: { readonly attempt: PaymentAttempt; readonly facts: EventFacts },
): Promise<void> => {
  if (transition.order !== undefined)
    await createOrderRepository(tx.knex).setPaymentStatus(attempt.orderKey, transition.order);
  if (transition.effects.length === 0) return;
  const order = await findOrder(tx.knex, attempt);
  for (const effectName of transition.effects) await effectByName[effectName](tx, deps, { ...facts, order, attempt });
};

/**
 * Applies an event to a payment by the table of `payment-transitions.ts`. Every change of a payment goes through this
 * function, whichever caller brings the event (ADR 34). If several events arrive at the same time, only one of them
 * changes the row and runs the effects. Returns whether the event changed the payment.
 */
export const applyPaymentEvent = async (
  tx: WriteTransaction,
  deps: SettleDeps,
  attempt: PaymentAttempt,
  event: PaymentEvent,
): Promise<boolean> => {
  const eventFacts = await eventFactsOf(tx.knex, deps, attempt, event);
  for (const transition of transitionsOf(event.type, eventFacts.reason === null)) {
    const attemptChange: AttemptChange = {
      ...clearedColumnsOf(transition),
      ...storedColumnsOf(transition, eventFacts),
      ...CHECK_COLUMNS_BY_SCHEDULE[transition.asks](attempt, deps.clock.realNow()),
      state: transition.to,
    };
    if (await createAttemptRepository(tx.knex).change(attempt.key, transition.from, attemptChange)) {
      await runEffects(tx, deps, transition, { attempt, facts: eventFacts });
      return true;
    }
  }
  return false;
};

/**
 * Schedules reconciliation's next check without changing the payment. Returns false if the payment's state has changed
 * in the meantime.
 */
export const postponeCheck = (
  { knex }: Pick<WriteTransaction, 'knex'>,
  { clock }: { readonly clock: Pick<Clock, 'realNow'> },
  attempt: PaymentAttempt,
): Promise<boolean> =>
  createAttemptRepository(knex).change(attempt.key, [attempt.state], nextCheckColumns(attempt, clock.realNow()));
