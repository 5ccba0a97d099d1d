import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { Database, WriteTransaction } from '../../../platform';
import type { CardProvider, NewPayment, PaymentProvider, ProviderError, ProviderPayment } from '../providers/payment-provider';
import type { PaypalClient } from '../providers/paypal-client';
import { createAttemptRepository } from './attempt-repository';
import type { PaymentAttempt } from './attempt-repository';
import { createOrderRepository } from '../orders/order-repository';
import { NEVER_ARRIVED, OPEN, settleFailure, nextCheck, settlePayment, settleUnknown } from './settle-payment';
import type { SettleDeps } from './settle-payment';

/** Whom one can pay with; null: nobody. */
export interface PaymentProviders {
  readonly mangopay: CardProvider | null;
  readonly paypal: PaypalClient | null;
}

/** How a payment is worked on: writes that commit each by itself, and questions to outside between them. */
export interface PaymentSteps {
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  ask<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface PaymentServiceDeps extends SettleDeps {
  readonly database: Database;
  readonly providers: PaymentProviders;
}

/** So long after its beginning nothing of an attempt is on its way any more. */
const LOST_AFTER_MS = 2 * 60_000;

const isOpen = ({ state }: PaymentAttempt): boolean => OPEN.includes(state);

/** Begins, captures and finishes payments. */
export const createPaymentService = ({ database, providers, ...deps }: PaymentServiceDeps) => {
  const providerOf = ({ provider }: Pick<PaymentAttempt, 'provider'>): PaymentProvider | null => providers[provider];

  const reload = async (attempt: PaymentAttempt): Promise<PaymentAttempt> => (await createAttemptRepository(database.knex).findOfOrder(attempt.orderKey)) ?? attempt;

  const newPayment = async (attempt: PaymentAttempt): Promise<NewPayment | null> => {
    const order = await createOrderRepository(database.knex).find(attempt.orderKey);
    return order === null || attempt.request === null ? null : { key: attempt.key, orderKey: attempt.orderKey, amount: order.total, ...attempt.request };
  };

  /** Writes what a provider has answered; where it gave no proper answer nobody knows, where it refused nothing was done. */
  const settle = async (steps: PaymentSteps, attempt: PaymentAttempt, answered: Result<ProviderPayment, ProviderError>): Promise<PaymentAttempt> => {
    await steps.write((tx) => {
      if (answered.ok) return settlePayment(tx, deps, { attempt, payment: answered.value });
      return answered.error.kind === 'unreachable' ? settleUnknown(tx, deps, attempt) : settleFailure(tx, deps, { attempt, code: answered.error.code });
    });
    return reload(attempt);
  };

  /** Begins the payment of an attempt that is written down, or finds what was begun: under the same key nothing begins twice. */
  const begin = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<PaymentAttempt> => {
    if (attempt.state !== 'REQUESTED' && attempt.state !== 'UNKNOWN') return attempt;
    if (attempt.providerId !== null) return finalise(steps, attempt);
    const provider = providerOf(attempt);
    const payment = await newPayment(attempt);
    if (provider === null || payment === null) return attempt;
    return settle(steps, attempt, await steps.ask((signal) => provider.begin(payment, signal)));
  };

  /** What became of an attempt whose provider has told no id: it is looked for and never begun. */
  const findLost = async (steps: PaymentSteps, attempt: PaymentAttempt, provider: PaymentProvider): Promise<PaymentAttempt> => {
    const found = await steps.ask((signal) => provider.findBegun(attempt, signal));
    if (!found.ok) return settle(steps, attempt, found);
    if (found.value !== null) return settle(steps, attempt, ok(found.value));
    // A question may still be on its way; later than this none is.
    if (deps.clock.realNow() - attempt.begunAt < LOST_AFTER_MS) return settle(steps, attempt, err({ kind: 'unreachable', reason: 'not there yet' }));
    return settle(steps, attempt, err({ kind: 'refused', status: 404, code: NEVER_ARRIVED }));
  };

  /** Looks once more for what was given up because nobody had heard of it: money that was taken all the same goes back. */
  const checkLate = async (steps: PaymentSteps, attempt: PaymentAttempt, provider: PaymentProvider): Promise<void> => {
    const found = await steps.ask((signal) => provider.findBegun(attempt, signal));
    await steps.write(async (tx) => {
      await createAttemptRepository(tx.knex).change(attempt.key, ['FAILED'], { checkAt: found.ok ? null : nextCheck(attempt.checks, deps.clock.realNow()), checks: attempt.checks + 1 });
      if (found.ok && found.value !== null) await settlePayment(tx, deps, { attempt, payment: found.value });
    });
  };

  /** Asks the provider how a payment stands and writes it down. It charges nothing, however often and by whomever it is called; save what PayPal was already being asked for. */
  const finalise = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<PaymentAttempt> => {
    const provider = providerOf(attempt);
    if (provider === null) return attempt;
    if (!isOpen(attempt)) {
      if (attempt.checkAt !== null && attempt.checkAt <= deps.clock.realNow()) await checkLate(steps, attempt, provider);
      return attempt;
    }
    const { providerId } = attempt;
    if (providerId === null) return findLost(steps, attempt, provider);
    // The diner had approved it and pressed the button: going on under the same key takes the money once.
    if (attempt.state === 'CAPTURING') return settleCapture(steps, attempt, await steps.ask((signal) => provider.capture(providerId, attempt.key, signal)));
    const read = await steps.ask((signal) => provider.read(providerId, signal));
    if (read.ok && read.value === null) return settle(steps, attempt, err({ kind: 'refused', status: 404, code: 'gone' }));
    return settle(steps, attempt, read.ok && read.value !== null ? ok(read.value) : read.ok ? err({ kind: 'unreachable', reason: 'gone' }) : read);
  };

  const settleCapture = async (steps: PaymentSteps, attempt: PaymentAttempt, captured: Result<ProviderPayment, ProviderError>): Promise<PaymentAttempt> => {
    // Nobody has approved it: it waits as before.
    if (!captured.ok && captured.error.kind === 'refused' && captured.error.code === 'ORDER_NOT_APPROVED') {
      await steps.write(async (tx) => void (await createAttemptRepository(tx.knex).change(attempt.key, ['CAPTURING', 'UNKNOWN'], { state: 'PENDING' })));
      return reload(attempt);
    }
    if (!captured.ok && captured.error.kind === 'unreachable') {
      // It stays what it is, so that whoever asks next goes on with it.
      await steps.write((tx) => createOrderRepository(tx.knex).setPaymentStatus(attempt.orderKey, 'UNKNOWN'));
      return reload(attempt);
    }
    return settle(steps, attempt, captured);
  };

  /** Takes what was approved with PayPal; that it is being taken is written down first, so that whoever comes later goes on with it. */
  const capture = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<PaymentAttempt> => {
    const provider = providerOf(attempt);
    const { providerId } = attempt;
    if (provider === null || providerId === null || !isOpen(attempt)) return attempt;
    if (attempt.provider !== 'paypal') return finalise(steps, attempt);
    const isTaken = await steps.write((tx) => createAttemptRepository(tx.knex).change(attempt.key, ['PENDING', 'UNKNOWN', 'CAPTURING'], { state: 'CAPTURING', checkAt: deps.clock.realNow() + 30_000 }));
    if (!isTaken) return reload(attempt);
    return settleCapture(steps, { ...attempt, state: 'CAPTURING' }, await steps.ask((signal) => provider.capture(providerId, attempt.key, signal)));
  };

  /** What a provider says by itself of one of its payments: it is asked, and what it answers is written down, also of one that was given up or whose id we never got to know. */
  const hear = async (steps: PaymentSteps, name: PaymentAttempt['provider'], providerId: string): Promise<void> => {
    const read = await steps.ask(async (signal) => providers[name]?.read(providerId, signal));
    if (read === undefined || !read.ok || read.value === null) return;
    const payment = read.value;
    const attempts = createAttemptRepository(database.knex);
    const attempt = (await attempts.findByProviderId(name, providerId)) ?? (await attempts.findOfOrder(payment.reference));
    if (attempt?.provider === name) await steps.write((tx) => settlePayment(tx, deps, { attempt, payment }));
  };

  return { begin, finalise, capture, hear };
};

/** Payments and how they come to their end. */
export type PaymentService = ReturnType<typeof createPaymentService>;
