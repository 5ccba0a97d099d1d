import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { isOrderPast } from '@mahlzeit/contract/rules';
import type { Logger } from 'pino';
import type { Database, WriteTransaction } from '../../../platform';
import { describeProvider, gatewayCapturedProviders, GONE, LAPSED, LEFT, NEVER_ARRIVED, REPLACED } from '../providers';
import type { NewPayment, PaymentProvider, PaymentProviders, ProviderError, ProviderPayment } from '../providers';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { createOrderRepository } from '../repositories/order-repository';
import { OPEN_STATES, UNCAPTURED_STATES } from './payment-transitions';
import { answerEvent, applyPaymentEvent, nextCheck, postponeCheck, statusEvent } from './settle-payment';
import type { PaymentEvent, SettleDeps } from './settle-payment';
import { refundStrayPayment } from './stray-payment';

/** Steps of the work on a payment: writes that commit each by itself, and calls of providers between them. */
export interface PaymentSteps {
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  ask<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface PaymentServiceDeps extends SettleDeps {
  readonly database: Database;
  readonly providers: PaymentProviders;
  readonly log: Pick<Logger, 'error'>;
}

/** Outcome of a capture. */
export interface CaptureOutcome {
  readonly attempt: PaymentAttempt;
  /** Answer of the provider; `none`: it wasn't asked, or it didn't answer. */
  readonly answer: 'answered' | 'notApproved' | 'none';
}

/** Time after which no request for a payment can still be on its way to the provider. */
const LOST_AFTER_MS = 2 * 60_000;

const isOpen = ({ state }: PaymentAttempt): boolean => OPEN_STATES.includes(state);

const isCapturedByGateway = ({ provider }: PaymentAttempt): boolean => gatewayCapturedProviders().includes(provider);

/** Begins, captures and finishes payments. */
export const createPaymentService = ({ database, providers, ...deps }: PaymentServiceDeps) => {
  const providerOf = ({ provider }: Pick<PaymentAttempt, 'provider'>): PaymentProvider | null =>
    providers[provider] ?? null;

  const reload = async (attempt: PaymentAttempt): Promise<PaymentAttempt> =>
    (await createAttemptRepository(database.knex).findOfOrder(attempt.orderKey)) ?? attempt;

  const newPayment = async (attempt: PaymentAttempt): Promise<NewPayment | null> => {
    const order = await createOrderRepository(database.knex).find(attempt.orderKey);
    return order === null || attempt.request === null
      ? null
      : { key: attempt.key, orderKey: attempt.orderKey, amount: order.total, ...attempt.request };
  };

  const applyEvent = (steps: PaymentSteps, attempt: PaymentAttempt, event: PaymentEvent): Promise<boolean> =>
    steps.write((tx) => applyPaymentEvent(tx, deps, attempt, event));

  /** Applies the answer of a provider. Returns the payment afterwards. */
  const applyAnswer = async (
    steps: PaymentSteps,
    attempt: PaymentAttempt,
    answer: Result<ProviderPayment, ProviderError>,
  ): Promise<PaymentAttempt> => {
    await applyEvent(steps, attempt, answerEvent(answer));
    return reload(attempt);
  };

  /**
   * Begins the payment of a stored attempt, or finds the payment that was begun: nothing begins twice under the same
   * key.
   */
  const beginPayment = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<PaymentAttempt> => {
    if (attempt.state !== 'REQUESTED' && attempt.state !== 'UNKNOWN') return attempt;
    if (attempt.providerId !== null) return finalise(steps, attempt);
    const provider = providerOf(attempt);
    const payment = await newPayment(attempt);
    if (provider === null || payment === null) return attempt;
    return applyAnswer(steps, attempt, await steps.ask((signal) => provider.begin(payment, signal)));
  };

  /** Fails a payment that its provider doesn't know, unless the request for it may still be on its way. */
  const applyMissing = (steps: PaymentSteps, attempt: PaymentAttempt): Promise<PaymentAttempt> => {
    const isOnItsWay = deps.clock.realNow() - attempt.begunAt < LOST_AFTER_MS;
    const code = attempt.providerId === null ? NEVER_ARRIVED : GONE;
    return applyAnswer(
      steps,
      attempt,
      err(isOnItsWay ? { kind: 'unreachable', reason: 'not there yet' } : { kind: 'refused', status: 404, code }),
    );
  };

  /** Reads a payment at its provider; a payment without the provider's id is looked for and never begun. */
  const read = (steps: PaymentSteps, attempt: PaymentAttempt, provider: PaymentProvider) => {
    const { providerId } = attempt;
    return steps.ask((signal) =>
      providerId === null ? provider.findBegun(attempt, signal) : provider.read(providerId, signal),
    );
  };

  /** Reads a payment once more that was given up without its provider's word: money that was taken goes back. */
  const checkGivenUp = async (
    steps: PaymentSteps,
    attempt: PaymentAttempt,
    provider: PaymentProvider,
  ): Promise<void> => {
    const payment = await read(steps, attempt, provider);
    const isOver = payment.ok && payment.value?.state !== 'PENDING';
    await steps.write(async (tx) => {
      await createAttemptRepository(tx.knex).change(attempt.key, ['FAILED'], {
        checkAt: isOver ? null : nextCheck(attempt.checks, deps.clock.realNow()),
        checks: attempt.checks + 1,
      });
      if (payment.ok && payment.value !== null) await applyPaymentEvent(tx, deps, attempt, statusEvent(payment.value));
    });
  };

  const isMealOver = async ({ orderKey }: PaymentAttempt): Promise<boolean> => {
    const order = await createOrderRepository(database.knex).find(orderKey);
    return order !== null && isOrderPast({ meetUpDate: order.meetUpAt }, deps.clock.now());
  };

  /** Abandons an uncaptured payment whose meal is over: it keeps its vouchers for nothing. */
  const abandonLapsed = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<boolean> =>
    isCapturedByGateway(attempt) &&
    UNCAPTURED_STATES.includes(attempt.state) &&
    (await isMealOver(attempt)) &&
    applyEvent(steps, attempt, { type: 'abandoned', code: LAPSED });

  /**
   * Reads a payment that is being captured while its meal is over. A payment that took no money is given up, and read
   * once more later: money that is taken all the same goes back.
   */
  const finishLapsedCapture = async (
    steps: PaymentSteps,
    attempt: PaymentAttempt,
    provider: PaymentProvider,
  ): Promise<PaymentAttempt> => {
    const payment = await read(steps, attempt, provider);
    if (!payment.ok) return applyAnswer(steps, attempt, payment);
    return applyAnswer(
      steps,
      attempt,
      payment.value?.state === 'PENDING' || payment.value === null
        ? err({ kind: 'refused', status: 404, code: LAPSED })
        : ok(payment.value),
    );
  };

  const finaliseOpen = async (
    steps: PaymentSteps,
    attempt: PaymentAttempt,
    provider: PaymentProvider,
  ): Promise<PaymentAttempt> => {
    if (attempt.state === 'CAPTURING' && attempt.providerId !== null) {
      // Money that is taken for a meal that is over would only go back.
      if (await isMealOver(attempt)) return finishLapsedCapture(steps, attempt, provider);
      // The diner had approved the payment and pressed the button: the same key takes the money once.
      return (await askForMoney(steps, attempt, provider)).attempt;
    }
    if (await abandonLapsed(steps, attempt)) return reload(attempt);
    const payment = await read(steps, attempt, provider);
    if (!payment.ok) return applyAnswer(steps, attempt, payment);
    return payment.value === null ? applyMissing(steps, attempt) : applyAnswer(steps, attempt, ok(payment.value));
  };

  /**
   * Reads a payment at its provider and applies the answer. It takes no money, however often and by whomever it is
   * called, except of a payment that was being captured before.
   */
  const finalise = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<PaymentAttempt> => {
    const provider = providerOf(attempt);
    const isDue = attempt.checkAt !== null && attempt.checkAt <= deps.clock.realNow();
    if (provider === null) {
      // Its provider is no longer set up: a later deployment that has it again asks for the status.
      if (isDue) await steps.write((tx) => postponeCheck(tx, deps, attempt));
      return attempt;
    }
    if (isOpen(attempt)) return finaliseOpen(steps, attempt, provider);
    if (isDue) await checkGivenUp(steps, attempt, provider);
    return attempt;
  };

  /** Asks the provider for the money of a payment that is CAPTURING. */
  const askForMoney = async (
    steps: PaymentSteps,
    attempt: PaymentAttempt,
    provider: PaymentProvider,
  ): Promise<CaptureOutcome> => {
    const { providerId } = attempt;
    if (providerId === null) return { attempt, answer: 'none' };
    const result = await steps.ask((signal) => provider.capture(providerId, attempt.key, signal));
    const isUnreachable = !result.ok && result.error.kind === 'unreachable';
    const { notApprovedCode } = describeProvider(attempt.provider).codes;
    if (!result.ok && result.error.kind === 'refused' && result.error.code === notApprovedCode) {
      await applyEvent(steps, attempt, { type: 'notApproved' });
      return { attempt: await reload(attempt), answer: 'notApproved' };
    }
    return {
      attempt: await applyAnswer(steps, attempt, result),
      answer: isUnreachable ? 'none' : 'answered',
    };
  };

  /**
   * Captures an approved payment. That it is being captured is written down before the provider is asked, so that any
   * later request goes on with it.
   */
  const capture = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<CaptureOutcome> => {
    const provider = providerOf(attempt);
    if (provider === null || attempt.providerId === null || !isOpen(attempt)) return { attempt, answer: 'none' };
    if (!isCapturedByGateway(attempt)) return { attempt: await finalise(steps, attempt), answer: 'answered' };
    // Money that is taken for a meal that is over would only go back.
    if (await abandonLapsed(steps, attempt)) return { attempt: await reload(attempt), answer: 'none' };
    return (await applyEvent(steps, attempt, { type: 'captureBegun' }))
      ? askForMoney(steps, { ...attempt, state: 'CAPTURING' }, provider)
      : { attempt: await reload(attempt), answer: 'none' };
  };

  /**
   * Abandons all uncaptured payments of a diner who orders anew: they must not pay an earlier order in a window that
   * they have forgotten. Returns false where there was none.
   */
  const abandonAllOf = async (steps: PaymentSteps, uid: string): Promise<boolean> => {
    let isAnyAbandoned = false;
    for (const attempt of await createAttemptRepository(database.knex).listOf(uid, {
      providers: gatewayCapturedProviders(),
      states: UNCAPTURED_STATES,
    })) {
      if (await applyEvent(steps, attempt, { type: 'abandoned', code: REPLACED })) isAnyAbandoned = true;
    }
    return isAnyAbandoned;
  };

  /** Abandons a payment that its diner no longer wants; a payment that is being captured goes on. */
  const abandon = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<PaymentAttempt> => {
    await applyEvent(steps, attempt, { type: 'abandoned', code: LEFT });
    return reload(attempt);
  };

  /**
   * Asks a provider about a payment that it has sent an event of, and applies its status; also to a payment that was
   * given up or whose id the gateway never learned.
   */
  const applyProviderStatus = async (steps: PaymentSteps, name: string, providerId: string): Promise<void> => {
    const provider = providers[name] ?? null;
    if (provider === null) return;
    const answer = await steps.ask((signal) => provider.read(providerId, signal));
    if (!answer.ok || answer.value === null) return;
    const payment = answer.value;
    const attempts = createAttemptRepository(database.knex);
    const attempt =
      (await attempts.findByProviderId(name, providerId)) ?? (await attempts.findOfOrder(payment.reference));
    if (attempt?.provider === name) await applyEvent(steps, attempt, statusEvent(payment));
    else if (payment.state === 'SUCCEEDED') await refundStrayPayment(steps, deps, { provider, payment });
  };

  return { begin: beginPayment, finalise, capture, abandonAllOf, abandon, applyProviderStatus };
};

/** Payments and how they come to their end. */
export type PaymentService = ReturnType<typeof createPaymentService>;
