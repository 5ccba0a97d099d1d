import type { Cents } from '@mahlzeit/contract';
import { isOrderPast } from '@mahlzeit/contract/rules';
import type { Connection, WriteTransaction } from '../../../platform';
import { giveDiscountsBack } from '../../discovery';
import { recordOrder } from '../order-records/order-records';
import { createOrderRepository } from '../repositories/order-repository';
import type { StoredOrder } from '../repositories/order-repository';
import type { ProviderPayment } from '../providers/port/payment-provider';
import { beginRefund } from '../refunds/give-back';
import type { GiveBackDeps } from '../refunds/give-back';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { AttemptChange, AttemptState, PaymentAttempt } from '../repositories/attempt-repository';
import { LEFT, TOO_LATE } from './payment-codes';

/** Told inside the write in which an order has been paid. */
export type OnOrderPaid = (tx: WriteTransaction, order: StoredOrder) => Promise<void>;

/** Money that goes back because nothing can be had for it. */
export interface UselessMoney {
  readonly order: StoredOrder;
  readonly amount: Cents;
  /** Why, for logs. */
  readonly because: string;
}

/** What settling stands on. */
export interface SettleDeps extends GiveBackDeps {
  readonly onOrderPaid: OnOrderPaid;
  /** Told inside the write in which paid money is sent back whole. */
  readonly onMoneyBack: (tx: WriteTransaction, money: UselessMoney) => Promise<void>;
  /**
   * Whether the meetup that an order is for is still to take place, and has no other order of this diner; true without
   * a meetup.
   */
  readonly isMeetupOpen: (knex: Connection, order: StoredOrder) => Promise<boolean>;
}

/** States from which a payment can still go on. */
export const OPEN: readonly AttemptState[] = ['REQUESTED', 'PENDING', 'CAPTURING', 'UNKNOWN'];

/** An attempt as it was read, and what its provider says of it. */
interface Known {
  readonly attempt: PaymentAttempt;
  readonly payment: ProviderPayment;
}

const PAUSES_MS: readonly number[] = [20_000, 60_000, 3 * 60_000, 10 * 60_000, 30 * 60_000];

/**
 * When an open payment is looked at next: soon at first, then every half hour; what nobody has finished within a day is
 * asked no more often than each hour.
 */
export const nextCheck = (checks: number, realNow: number): number => realNow + (PAUSES_MS[checks] ?? 60 * 60_000);

/** The order of an attempt, which is there for as long as the attempt. */
const orderOf = async (
  { knex }: Pick<WriteTransaction, 'knex'>,
  { orderKey }: PaymentAttempt,
): Promise<StoredOrder> => {
  const order = await createOrderRepository(knex).find(orderKey);
  if (order === null) throw new Error('an attempt has its order');
  return order;
};

const closing: AttemptChange = { checkAt: null, request: null };

/**
 * Gives the whole payment back, and says so to the diner: whatever they were told before, it was not that they paid.
 */
const refundWhole = async (
  tx: WriteTransaction,
  deps: SettleDeps,
  { money, orderKey }: { readonly money: UselessMoney; readonly orderKey: string },
): Promise<void> => {
  await beginRefund(tx, deps, { orderKey, amount: money.amount, reason: null, isAutomatic: true, items: [] });
  await deps.onMoneyBack(tx, money);
};

/** Why paid money can't be used for its order; null: it can. */
const uselessBecause = async (
  knex: Connection,
  { clock, isMeetupOpen }: SettleDeps,
  order: StoredOrder,
  payment: ProviderPayment,
): Promise<string | null> => {
  if (payment.amount !== order.total || payment.reference !== order.key) return 'amountMismatch';
  if (isOrderPast({ meetUpDate: order.meetUpAt }, clock.now())) return TOO_LATE;
  return (await isMeetupOpen(knex, order)) ? null : 'meetupTaken';
};

const succeed = async (tx: WriteTransaction, deps: SettleDeps, { attempt, payment }: Known): Promise<void> => {
  const orders = createOrderRepository(tx.knex);
  const attempts = createAttemptRepository(tx.knex);
  const order = await orderOf(tx, attempt);
  const useless = await uselessBecause(tx.knex, deps, order, payment);
  const refund = (because: string): Promise<void> =>
    refundWhole(tx, deps, { orderKey: order.key, money: { order, amount: payment.amount, because } });
  const taken: AttemptChange = { providerId: payment.id, refundableId: payment.refundableId };
  // One of all who ask at the same time changes the row, and does what follows from it.
  if (
    await attempts.change(attempt.key, OPEN, {
      ...closing,
      ...taken,
      redirectUrl: null,
      code: useless,
      state: useless === null ? 'SUCCEEDED' : 'FAILED',
    })
  ) {
    if (useless === null) return confirm(tx, deps, order);
    await fail(tx, deps, order);
    return refund(useless);
  }
  // It had been given up, and its diner was told so: then nobody may be left out of pocket, whatever else speaks
  // against it.
  const wasGivenUp = await attempts.change(attempt.key, ['FAILED'], { ...taken, checkAt: null });
  const hasRefund = (await orders.findRefunds([order.key])).length > 0;
  if (wasGivenUp && !hasRefund) await refund('givenUp');
};

const confirm = async (tx: WriteTransaction, { onOrderPaid }: SettleDeps, order: StoredOrder): Promise<void> => {
  await createOrderRepository(tx.knex).setPaymentStatus(order.key, 'SUCCEEDED');
  const paid: StoredOrder = { ...order, paymentStatus: 'SUCCEEDED' };
  await recordOrder(tx, paid);
  await onOrderPaid(tx, paid);
};

/** An order that came to nothing gives its vouchers back. */
const fail = async (tx: WriteTransaction, { clock }: Pick<SettleDeps, 'clock'>, order: StoredOrder): Promise<void> => {
  const orders = createOrderRepository(tx.knex);
  await orders.setPaymentStatus(order.key, 'FAILED');
  if (order.uid !== null)
    await giveDiscountsBack(tx, { uid: order.uid, keys: await orders.findDiscounts(order.key), now: clock.now() });
};

/** What its provider may still come up with is looked for once more. */
const LATE_CHECK_MS = 30 * 60_000;

/** As long as the database keeps it; providers bound theirs by nothing. */
const MAX_CODE_LENGTH = 100;

/**
 * When it is asked about next. Whoever asks before its turn doesn't move that: a page that polls would put it off for
 * everybody else.
 */
const later = ({ checks, checkAt }: PaymentAttempt, { clock }: Pick<SettleDeps, 'clock'>): AttemptChange => {
  const realNow = clock.realNow();
  return checkAt !== null && checkAt > realNow
    ? { checkAt, checks }
    : { checkAt: nextCheck(checks, realNow), checks: checks + 1 };
};

/** Leaves an attempt as it is until it is asked about next; false: it is no longer in that state. */
export const postpone = (
  { knex }: Pick<WriteTransaction, 'knex'>,
  deps: Pick<SettleDeps, 'clock'>,
  attempt: PaymentAttempt,
): Promise<boolean> => createAttemptRepository(knex).change(attempt.key, [attempt.state], later(attempt, deps));

/** Writes down that a capture was refused because nobody has approved it: the payment waits for that as before. */
export const settleUnapproved = async (
  tx: WriteTransaction,
  deps: Pick<SettleDeps, 'clock'>,
  attempt: PaymentAttempt,
): Promise<void> => {
  if (
    await createAttemptRepository(tx.knex).change(attempt.key, ['CAPTURING', 'UNKNOWN'], {
      ...later(attempt, deps),
      state: 'PENDING',
    })
  )
    await createOrderRepository(tx.knex).setPaymentStatus(attempt.orderKey, 'CREATED');
};

interface End {
  readonly attempt: PaymentAttempt;
  readonly code: string;
}

/** Ends a payment that is in one of these states; `checkAt` null: nobody asks about it any more. */
const close = async (
  tx: WriteTransaction,
  deps: Pick<SettleDeps, 'clock'>,
  { attempt, code, from, checkAt }: End & { readonly from: readonly AttemptState[]; readonly checkAt: number | null },
): Promise<boolean> => {
  const isClosed = await createAttemptRepository(tx.knex).change(attempt.key, from, {
    request: null,
    checkAt,
    state: 'FAILED',
    code: code.slice(0, MAX_CODE_LENGTH),
    redirectUrl: null,
  });
  if (isClosed) await fail(tx, deps, await orderOf(tx, attempt));
  return isClosed;
};

/**
 * Writes down that a payment is given up, which its provider hasn't said: it is looked at once more later, for what was
 * taken all the same.
 */
export const settleFailure = async (tx: WriteTransaction, deps: Pick<SettleDeps, 'clock'>, end: End): Promise<void> => {
  await close(tx, deps, { ...end, from: OPEN, checkAt: deps.clock.realNow() + LATE_CHECK_MS });
};

/** States in which PayPal has not been asked for the money: nobody but us takes it. */
export const UNCAPTURED: readonly AttemptState[] = ['PENDING', 'UNKNOWN'];

/**
 * Gives up what a diner has left with PayPal: whatever they approve there from now on, nobody takes it. False: it is
 * being taken, or is over.
 */
export const abandon = (tx: WriteTransaction, deps: Pick<SettleDeps, 'clock'>, end: End): Promise<boolean> =>
  close(tx, deps, { ...end, from: UNCAPTURED, checkAt: deps.clock.realNow() + LATE_CHECK_MS });

/** Gives up what its diner no longer wants; what is being taken or is over stays as it is. */
export const leave = async (
  tx: WriteTransaction,
  deps: Pick<SettleDeps, 'clock'>,
  attempt: PaymentAttempt,
): Promise<void> => void (await abandon(tx, deps, { attempt, code: LEFT }));

/**
 * Writes down that PayPal is asked for the money. Until it has answered nobody knows: to its diner nothing is unpaid
 * any more.
 */
export const beginCapture = async (
  tx: WriteTransaction,
  { clock }: Pick<SettleDeps, 'clock'>,
  { key, orderKey }: PaymentAttempt,
): Promise<boolean> => {
  const isBegun = await createAttemptRepository(tx.knex).change(key, ['PENDING', 'UNKNOWN', 'CAPTURING'], {
    state: 'CAPTURING',
    checkAt: clock.realNow() + 30_000,
  });
  if (isBegun) await createOrderRepository(tx.knex).setPaymentStatus(orderKey, 'UNKNOWN');
  return isBegun;
};

/**
 * Writes down that nobody knows how a payment stands: it is asked about until somebody does. What is being captured
 * goes on with that.
 */
export const settleUnknown = async (
  tx: WriteTransaction,
  deps: Pick<SettleDeps, 'clock'>,
  attempt: PaymentAttempt,
): Promise<void> => {
  const attempts = createAttemptRepository(tx.knex);
  const isOpen =
    (await attempts.change(attempt.key, ['CAPTURING'], later(attempt, deps))) ||
    (await attempts.change(attempt.key, OPEN, { ...later(attempt, deps), state: 'UNKNOWN' }));
  if (isOpen) await createOrderRepository(tx.knex).setPaymentStatus(attempt.orderKey, 'UNKNOWN');
};

/** Writes down that a payment waits for somebody; what is being captured goes on with that. */
const settlePending = async (tx: WriteTransaction, deps: SettleDeps, { attempt, payment }: Known): Promise<void> => {
  const { id: providerId, redirectUrl } = payment;
  // What is read later may leave out where the diner goes.
  const pending: AttemptChange = {
    ...later(attempt, deps),
    state: 'PENDING',
    providerId,
    ...(redirectUrl === null ? {} : { redirectUrl }),
  };
  const isPending = await createAttemptRepository(tx.knex).change(
    attempt.key,
    OPEN.filter((state) => state !== 'CAPTURING'),
    pending,
  );
  if (isPending) await createOrderRepository(tx.knex).setPaymentStatus(attempt.orderKey, 'CREATED');
  else await postpone(tx, deps, { ...attempt, state: 'CAPTURING' });
};

/**
 * The one place in which a payment comes to its end, whoever brings the news: the answer to its beginning, the diner
 * who comes back, a hook or reconciliation. What the provider says of it is written by a change that holds for one of
 * them alone.
 */
export const settlePayment = async (tx: WriteTransaction, deps: SettleDeps, known: Known): Promise<void> => {
  const { attempt, payment } = known;
  if (payment.state === 'SUCCEEDED') return succeed(tx, deps, known);
  if (payment.state === 'PENDING') return settlePending(tx, deps, known);
  await createAttemptRepository(tx.knex).change(attempt.key, OPEN, { providerId: payment.id });
  await close(tx, deps, { attempt, code: payment.code ?? 'unknown', from: OPEN, checkAt: null });
};
