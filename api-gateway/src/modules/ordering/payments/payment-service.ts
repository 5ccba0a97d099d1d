import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { isOrderPast } from '@mahlzeit/contract/rules';
import type { Logger } from 'pino';
import type { Database, WriteTransaction } from '../../../platform';
import type {
  CardProvider,
  NewPayment,
  PaymentProvider,
  ProviderError,
  ProviderPayment,
} from '../providers/port/payment-provider';
import type { PaypalClient } from '../providers/paypal/paypal-client';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { createOrderRepository } from '../repositories/order-repository';
import { GONE, LAPSED, NEVER_ARRIVED, REPLACED } from './payment-codes';
import {
  abandon,
  beginCapture,
  leave,
  nextCheck,
  OPEN,
  postpone,
  settleFailure,
  settlePayment,
  settleUnapproved,
  settleUnknown,
  UNCAPTURED,
} from './settle-payment';
import type { SettleDeps } from './settle-payment';
import { giveBackStray } from './stray-payment';

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
  readonly log: Pick<Logger, 'error'>;
}

/** What came of a capture. */
export interface Captured {
  readonly attempt: PaymentAttempt;
  /** What PayPal said to it; `nothing`: it wasn't asked, or didn't answer. */
  readonly answer: 'heard' | 'unapproved' | 'nothing';
}

/** So long after its beginning nothing of an attempt is on its way any more. */
const LOST_AFTER_MS = 2 * 60_000;

const isOpen = ({ state }: PaymentAttempt): boolean => OPEN.includes(state);

/** Begins, captures and finishes payments. */
export const createPaymentService = ({ database, providers, ...deps }: PaymentServiceDeps) => {
  const providerOf = ({ provider }: Pick<PaymentAttempt, 'provider'>): PaymentProvider | null => providers[provider];

  const reload = async (attempt: PaymentAttempt): Promise<PaymentAttempt> =>
    (await createAttemptRepository(database.knex).findOfOrder(attempt.orderKey)) ?? attempt;

  const newPayment = async (attempt: PaymentAttempt): Promise<NewPayment | null> => {
    const order = await createOrderRepository(database.knex).find(attempt.orderKey);
    return order === null || attempt.request === null
      ? null
      : { key: attempt.key, orderKey: attempt.orderKey, amount: order.total, ...attempt.request };
  };

  /**
   * Writes what a provider has answered; where it gave no proper answer nobody knows, where it refused nothing was
   * done.
   */
  const settle = async (
    steps: PaymentSteps,
    attempt: PaymentAttempt,
    answered: Result<ProviderPayment, ProviderError>,
  ): Promise<PaymentAttempt> => {
    await steps.write((tx) => {
      if (answered.ok) return settlePayment(tx, deps, { attempt, payment: answered.value });
      return answered.error.kind === 'unreachable'
        ? settleUnknown(tx, deps, attempt)
        : settleFailure(tx, deps, { attempt, code: answered.error.code });
    });
    return reload(attempt);
  };

  /**
   * Begins the payment of an attempt that is written down, or finds what was begun: under the same key nothing begins
   * twice.
   */
  const begin = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<PaymentAttempt> => {
    if (attempt.state !== 'REQUESTED' && attempt.state !== 'UNKNOWN') return attempt;
    if (attempt.providerId !== null) return finalise(steps, attempt);
    const provider = providerOf(attempt);
    const payment = await newPayment(attempt);
    if (provider === null || payment === null) return attempt;
    return settle(steps, attempt, await steps.ask((signal) => provider.begin(payment, signal)));
  };

  /** That a provider knows nothing of an attempt counts only once nothing of it is on its way any more. */
  const settleMissing = (steps: PaymentSteps, attempt: PaymentAttempt, code: string): Promise<PaymentAttempt> =>
    settle(
      steps,
      attempt,
      deps.clock.realNow() - attempt.begunAt < LOST_AFTER_MS
        ? err({ kind: 'unreachable', reason: 'not there yet' })
        : err({ kind: 'refused', status: 404, code }),
    );

  /** How a payment stands with its provider; one that has told no id is looked for and never begun. */
  const ask = (steps: PaymentSteps, attempt: PaymentAttempt, provider: PaymentProvider) => {
    const { providerId } = attempt;
    return steps.ask((signal) =>
      providerId === null ? provider.findBegun(attempt, signal) : provider.read(providerId, signal),
    );
  };

  /** Looks once more for what was given up without its provider's word: money that was taken all the same goes back. */
  const checkLate = async (steps: PaymentSteps, attempt: PaymentAttempt, provider: PaymentProvider): Promise<void> => {
    const found = await ask(steps, attempt, provider);
    const isOver = found.ok && found.value?.state !== 'PENDING';
    await steps.write(async (tx) => {
      await createAttemptRepository(tx.knex).change(attempt.key, ['FAILED'], {
        checkAt: isOver ? null : nextCheck(attempt.checks, deps.clock.realNow()),
        checks: attempt.checks + 1,
      });
      if (found.ok && found.value !== null) await settlePayment(tx, deps, { attempt, payment: found.value });
    });
  };

  const isMealOver = async ({ orderKey }: PaymentAttempt): Promise<boolean> => {
    const order = await createOrderRepository(database.knex).find(orderKey);
    return order !== null && isOrderPast({ meetUpDate: order.meetUpAt }, deps.clock.now());
  };

  /** Gives up what nobody has captured of a meal that is over: it holds its vouchers for nothing. */
  const abandonLate = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<boolean> =>
    attempt.provider === 'paypal' &&
    UNCAPTURED.includes(attempt.state) &&
    (await isMealOver(attempt)) &&
    steps.write((tx) => abandon(tx, deps, { attempt, code: LAPSED }));

  /**
   * Looks what came of a capture whose meal is over. One that has taken nothing is given up, and looked at once more:
   * what it takes all the same goes back.
   */
  const settleLateCapture = async (
    steps: PaymentSteps,
    attempt: PaymentAttempt,
    provider: PaymentProvider,
  ): Promise<PaymentAttempt> => {
    const asked = await ask(steps, attempt, provider);
    if (!asked.ok) return settle(steps, attempt, asked);
    return settle(
      steps,
      attempt,
      asked.value?.state === 'PENDING' || asked.value === null
        ? err({ kind: 'refused', status: 404, code: LAPSED })
        : ok(asked.value),
    );
  };

  /**
   * Asks the provider how a payment stands and writes it down. It charges nothing, however often and by whomever it is
   * called; save what PayPal was already being asked for.
   */
  const finalise = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<PaymentAttempt> => {
    const provider = providerOf(attempt);
    const isDue = attempt.checkAt !== null && attempt.checkAt <= deps.clock.realNow();
    if (provider === null) {
      // It is no longer set up: whoever sets it up again learns how this one stands.
      if (isDue) await steps.write((tx) => postpone(tx, deps, attempt));
      return attempt;
    }
    if (!isOpen(attempt)) {
      if (isDue) await checkLate(steps, attempt, provider);
      return attempt;
    }
    if (attempt.state === 'CAPTURING' && attempt.providerId !== null) {
      // What is taken for a meal that is over would only go back.
      if (await isMealOver(attempt)) return settleLateCapture(steps, attempt, provider);
      // The diner had approved it and pressed the button: going on under the same key takes the money once.
      return (await askForMoney(steps, attempt, provider)).attempt;
    }
    if (await abandonLate(steps, attempt)) return reload(attempt);
    const asked = await ask(steps, attempt, provider);
    if (!asked.ok) return settle(steps, attempt, asked);
    return asked.value === null
      ? settleMissing(steps, attempt, attempt.providerId === null ? NEVER_ARRIVED : GONE)
      : settle(steps, attempt, ok(asked.value));
  };

  /** Asks PayPal for the money of an attempt that is CAPTURING. */
  const askForMoney = async (
    steps: PaymentSteps,
    attempt: PaymentAttempt,
    provider: PaymentProvider,
  ): Promise<Captured> => {
    const { providerId } = attempt;
    if (providerId === null) return { attempt, answer: 'nothing' };
    const captured = await steps.ask((signal) => provider.capture(providerId, attempt.key, signal));
    if (captured.ok || captured.error.kind === 'unreachable' || captured.error.code !== 'ORDER_NOT_APPROVED') {
      const settled = await settle(steps, attempt, captured);
      return { attempt: settled, answer: captured.ok || captured.error.kind === 'refused' ? 'heard' : 'nothing' };
    }
    await steps.write((tx) => settleUnapproved(tx, deps, attempt));
    return { attempt: await reload(attempt), answer: 'unapproved' };
  };

  /**
   * Takes what was approved with PayPal; that it is being taken is written down first, so that whoever comes later goes
   * on with it.
   */
  const capture = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<Captured> => {
    const provider = providerOf(attempt);
    if (provider === null || attempt.providerId === null || !isOpen(attempt)) return { attempt, answer: 'nothing' };
    if (attempt.provider !== 'paypal') return { attempt: await finalise(steps, attempt), answer: 'heard' };
    // What is taken for a meal that is over would only go back.
    if (await abandonLate(steps, attempt)) return { attempt: await reload(attempt), answer: 'nothing' };
    const isTaken = await steps.write((tx) => beginCapture(tx, deps, attempt));
    return isTaken
      ? askForMoney(steps, { ...attempt, state: 'CAPTURING' }, provider)
      : { attempt: await reload(attempt), answer: 'nothing' };
  };

  /**
   * Gives up all that a diner has left with PayPal: whoever orders anew, wherever, pays no order of before in a window
   * that they have forgotten. False: there was nothing.
   */
  const giveUpFor = async (steps: PaymentSteps, uid: string): Promise<boolean> => {
    let isAnyFree = false;
    for (const attempt of await createAttemptRepository(database.knex).listOf(uid, {
      provider: 'paypal',
      states: UNCAPTURED,
    })) {
      if (await steps.write((tx) => abandon(tx, deps, { attempt, code: REPLACED }))) isAnyFree = true;
    }
    return isAnyFree;
  };

  /** Gives up what its diner no longer wants to pay with PayPal; what is being captured goes on. */
  const letGo = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<PaymentAttempt> => {
    await steps.write((tx) => leave(tx, deps, attempt));
    return reload(attempt);
  };

  /**
   * What a provider says by itself of one of its payments: it is asked, and what it answers is written down, also of
   * one that was given up or whose id we never got to know.
   */
  const hear = async (steps: PaymentSteps, name: PaymentAttempt['provider'], providerId: string): Promise<void> => {
    const provider = providers[name];
    if (provider === null) return;
    const read = await steps.ask(async (signal) => provider.read(providerId, signal));
    if (!read.ok || read.value === null) return;
    const payment = read.value;
    const attempts = createAttemptRepository(database.knex);
    const attempt =
      (await attempts.findByProviderId(name, providerId)) ?? (await attempts.findOfOrder(payment.reference));
    if (attempt?.provider === name) await steps.write((tx) => settlePayment(tx, deps, { attempt, payment }));
    else if (payment.state === 'SUCCEEDED') await giveBackStray(steps, deps, { provider, payment });
  };

  return { begin, finalise, capture, giveUpFor, letGo, hear };
};

/** Payments and how they come to their end. */
export type PaymentService = ReturnType<typeof createPaymentService>;
