import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { notChargedCodeOf } from '@mahlzeit/contract/rules';
import type { ServingReason } from '@mahlzeit/contract/rules';
import type { Logger } from 'pino';
import type { Database, WriteTransaction } from '../../../platform';
import {
  APPROVAL_TOLD,
  describeProvider,
  gatewayCapturedProviders,
  PAYMENT_GONE,
  PAYMENT_ABANDONED,
  REQUEST_NEVER_ARRIVED,
  PAYMENT_REPLACED,
} from '../providers';
import type { NewPayment, PaymentProvider, PaymentProviders, ProviderError, ProviderPayment } from '../providers';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { createOrderRepository } from '../repositories/order-repository';
import { createRestoreRepository } from '../repositories/restore-repository';
import { OPEN_STATES, UNCAPTURED_STATES } from './payment-transitions';
import { answerEventOf, applyPaymentEvent, nextCheckTime, postponeCheck, statusEventOf } from './settle-payment';
import type { PaymentEvent, SettleDeps } from './settle-payment';
import { handleStrayPayment } from './stray-payment';

/** Steps of the work on a payment: transactions, and calls of a provider between them. */
export interface PaymentSteps {
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  ask<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface PaymentServiceDeps extends SettleDeps {
  readonly database: Database;
  readonly providers: PaymentProviders;
  readonly log: Pick<Logger, 'error'>;
}

/** A payment after its capture was attempted, and how the provider responded. */
export interface CaptureOutcome {
  readonly attempt: PaymentAttempt;
  /** Kind of the provider's response to the capture; `none` if the provider wasn't called or didn't respond. */
  readonly answer: 'answered' | 'notApproved' | 'none';
}

/** Time in milliseconds after which a request for a payment can't be on its way to the provider any more. */
const REQUEST_LOST_AFTER_MS = 2 * 60_000;

const isPaymentOpen = ({ state }: PaymentAttempt): boolean => OPEN_STATES.includes(state);

const isCapturedByGateway = ({ provider }: PaymentAttempt): boolean => gatewayCapturedProviders().includes(provider);

/** Creates the service that begins, captures and finishes the payments of orders. */
export const createPaymentService = ({ database, providers, ...deps }: PaymentServiceDeps) => {
  const providerOf = ({ provider }: Pick<PaymentAttempt, 'provider'>): PaymentProvider | null =>
    providers[provider] ?? null;

  const reloadAttempt = async (attempt: PaymentAttempt): Promise<PaymentAttempt> =>
    (await createAttemptRepository(database.knex).findOfOrder(attempt.orderKey)) ?? attempt;

  const newPaymentOf = async (attempt: PaymentAttempt): Promise<NewPayment | null> => {
    const order = await createOrderRepository(database.knex).find(attempt.orderKey);
    return order === null || attempt.request === null
      ? null
      : { key: attempt.key, orderKey: attempt.orderKey, amount: order.total, ...attempt.request };
  };

  /** Returns the reason why the order of a payment can't be served any more; null if it can. */
  const findServingReason = ({ orderKey }: PaymentAttempt): Promise<ServingReason | null> =>
    database.read(async (knex) => {
      const order = await createOrderRepository(knex).find(orderKey);
      return order === null ? 'placeGone' : deps.findServingReason(knex, order);
    });

  const applyAttemptEvent = (steps: PaymentSteps, attempt: PaymentAttempt, event: PaymentEvent): Promise<boolean> =>
    steps.write((tx) => applyPaymentEvent(tx, deps, attempt, event));

  /** Applies the response of a provider to a payment. Returns the payment with its new status. */
  const applyProviderAnswer = async (
    steps: PaymentSteps,
    attempt: PaymentAttempt,
    providerAnswer: Result<ProviderPayment, ProviderError>,
  ): Promise<PaymentAttempt> => {
    await applyAttemptEvent(steps, attempt, answerEventOf(providerAnswer));
    return reloadAttempt(attempt);
  };

  /**
   * Begins the payment of a stored attempt, or finds the payment that was already begun: the provider begins only one
   * payment for a key.
   */
  const beginPayment = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<PaymentAttempt> => {
    if (attempt.state !== 'REQUESTED' && attempt.state !== 'UNKNOWN') return attempt;
    // Begins no payment for a meal that can't be served, because its money would only be refunded.
    if (attempt.providerId !== null || (await findServingReason(attempt)) !== null)
      return finalisePayment(steps, attempt);
    const provider = providerOf(attempt);
    const payment = await newPaymentOf(attempt);
    if (provider === null || payment === null) return attempt;
    // A restored attempt may have taken money at a time that the database doesn't know, and under a key that its
    // provider has forgotten.
    if (await createRestoreRepository(database.knex).isReconciling(attempt.provider)) return attempt;
    return applyProviderAnswer(steps, attempt, await steps.ask((signal) => provider.begin(payment, signal)));
  };

  /**
   * Handles a payment that its provider doesn't know: the payment fails, unless the request that begins it may still be
   * on its way.
   */
  const applyMissingPayment = (steps: PaymentSteps, attempt: PaymentAttempt): Promise<PaymentAttempt> => {
    const isRequestOnItsWay = deps.clock.realNow() - attempt.begunAt < REQUEST_LOST_AFTER_MS;
    const failureCode = attempt.providerId === null ? REQUEST_NEVER_ARRIVED : PAYMENT_GONE;
    return applyProviderAnswer(
      steps,
      attempt,
      err(
        isRequestOnItsWay
          ? { kind: 'unreachable', reason: 'not there yet' }
          : { kind: 'refused', status: 404, code: failureCode },
      ),
    );
  };

  /**
   * Reads a payment at its provider. A payment whose provider id is unknown is searched by its key. Never begins a
   * payment.
   */
  const readPayment = (steps: PaymentSteps, attempt: PaymentAttempt, provider: PaymentProvider) => {
    const { providerId } = attempt;
    return steps.ask((signal) =>
      providerId === null ? provider.findBegun(attempt, signal) : provider.read(providerId, signal),
    );
  };

  /**
   * Reads a given-up payment at the provider once more, because the provider had not confirmed that it took no money.
   * Money that was taken is refunded.
   */
  const checkGivenUpPayment = async (
    steps: PaymentSteps,
    attempt: PaymentAttempt,
    provider: PaymentProvider,
  ): Promise<void> => {
    const payment = await readPayment(steps, attempt, provider);
    const isPaymentDecided = payment.ok && payment.value?.state !== 'PENDING';
    await steps.write(async (tx) => {
      await createAttemptRepository(tx.knex).change(attempt.key, ['FAILED'], {
        checkAt: isPaymentDecided ? null : nextCheckTime(attempt.checks, deps.clock.realNow()),
        checks: attempt.checks + 1,
      });
      if (payment.ok && payment.value !== null)
        await applyPaymentEvent(tx, deps, attempt, statusEventOf(payment.value));
    });
  };

  /**
   * Abandons an uncaptured payment whose order can't be served any more, so that its vouchers become available again
   * and the diner's approval is never charged. Returns whether the payment was abandoned.
   */
  const abandonUnservedPayment = async (
    steps: PaymentSteps,
    attempt: PaymentAttempt,
    reason: ServingReason,
  ): Promise<boolean> =>
    isCapturedByGateway(attempt) &&
    UNCAPTURED_STATES.includes(attempt.state) &&
    applyAttemptEvent(steps, attempt, { type: 'abandoned', code: notChargedCodeOf(reason) });

  /**
   * Reads a payment at the provider whose capture has begun but whose order can't be served any more. If no money was
   * taken, the payment is given up; if money is taken nevertheless, a later check refunds it.
   */
  const finishUnservedCapture = async (
    steps: PaymentSteps,
    attempt: PaymentAttempt,
    { provider, reason }: { readonly provider: PaymentProvider; readonly reason: ServingReason },
  ): Promise<PaymentAttempt> => {
    const payment = await readPayment(steps, attempt, provider);
    if (!payment.ok) return applyProviderAnswer(steps, attempt, payment);
    return applyProviderAnswer(
      steps,
      attempt,
      payment.value?.state === 'PENDING' || payment.value === null
        ? err({ kind: 'refused', status: 404, code: notChargedCodeOf(reason) })
        : ok(payment.value),
    );
  };

  /**
   * Notifies the diner once that they have approved a payment at the provider but not finished it in the app. Only the
   * scheduled checks of reconciliation do so: a diner who returns at once finishes the payment without a notification.
   */
  const tellOfApproval = (steps: PaymentSteps, { key, orderKey, code, state }: PaymentAttempt): Promise<void> =>
    steps.write(async (tx) => {
      if (state !== 'PENDING' || code === APPROVAL_TOLD) return;
      const order = await createOrderRepository(tx.knex).find(orderKey);
      const isMarked = await createAttemptRepository(tx.knex).change(key, ['PENDING'], { code: APPROVAL_TOLD });
      if (order !== null && isMarked) await deps.onApproved(tx, order);
    });

  const finaliseOpenPayment = async (
    steps: PaymentSteps,
    attempt: PaymentAttempt,
    provider: PaymentProvider,
  ): Promise<PaymentAttempt> => {
    const reason = isCapturedByGateway(attempt) ? await findServingReason(attempt) : null;
    if (attempt.state === 'CAPTURING' && attempt.providerId !== null) {
      // Doesn't repeat the capture for a meal that can't be served, because the money would only be refunded.
      if (reason !== null) return finishUnservedCapture(steps, attempt, { provider, reason });
      // Repeats the capture, because the diner has approved the payment and pressed the button. With the same key, the
      // provider takes the money only once.
      return (await captureAtProvider(steps, attempt, provider)).attempt;
    }
    // Abandons the payment only if the time of the meal is too close: a dish may come back on the menu, but a time that
    // is too close never becomes right again.
    if (reason === 'tooLate' && (await abandonUnservedPayment(steps, attempt, reason))) return reloadAttempt(attempt);
    const payment = await readPayment(steps, attempt, provider);
    if (!payment.ok) return applyProviderAnswer(steps, attempt, payment);
    if (payment.value === null) return applyMissingPayment(steps, attempt);
    const checkedAttempt = await applyProviderAnswer(steps, attempt, ok(payment.value));
    const isCheckDue = attempt.checkAt !== null && attempt.checkAt <= deps.clock.realNow();
    if (payment.value.isApproved === true && isCheckDue) await tellOfApproval(steps, checkedAttempt);
    return checkedAttempt;
  };

  /**
   * Reads a payment at its provider and applies the status. Takes no money, except for a payment whose capture had
   * already begun.
   */
  const finalisePayment = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<PaymentAttempt> => {
    const provider = providerOf(attempt);
    const isCheckDue = attempt.checkAt !== null && attempt.checkAt <= deps.clock.realNow();
    if (provider === null) {
      // Postpones the check if the payment's provider isn't configured any more: a later deployment may configure it
      // again.
      if (isCheckDue) await steps.write((tx) => postponeCheck(tx, deps, attempt));
      return attempt;
    }
    if (isPaymentOpen(attempt)) return finaliseOpenPayment(steps, attempt, provider);
    if (isCheckDue) await checkGivenUpPayment(steps, attempt, provider);
    return attempt;
  };

  /** Captures a payment at the provider. The payment must be in the state CAPTURING. */
  const captureAtProvider = async (
    steps: PaymentSteps,
    attempt: PaymentAttempt,
    provider: PaymentProvider,
  ): Promise<CaptureOutcome> => {
    const { providerId } = attempt;
    if (providerId === null) return { attempt, answer: 'none' };
    const captureResult = await steps.ask((signal) => provider.capture(providerId, attempt.key, signal));
    const isUnreachable = !captureResult.ok && captureResult.error.kind === 'unreachable';
    const { notApprovedCode } = describeProvider(attempt.provider).codes;
    if (!captureResult.ok && captureResult.error.kind === 'refused' && captureResult.error.code === notApprovedCode) {
      await applyAttemptEvent(steps, attempt, { type: 'notApproved' });
      return { attempt: await reloadAttempt(attempt), answer: 'notApproved' };
    }
    return {
      attempt: await applyProviderAnswer(steps, attempt, captureResult),
      answer: isUnreachable ? 'none' : 'answered',
    };
  };

  /**
   * Captures the money of an approved payment. The state CAPTURING is stored before the provider is called, so that a
   * later request continues the capture.
   */
  const capturePayment = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<CaptureOutcome> => {
    const provider = providerOf(attempt);
    if (provider === null || attempt.providerId === null || !isPaymentOpen(attempt)) return { attempt, answer: 'none' };
    if (!isCapturedByGateway(attempt)) return { attempt: await finalisePayment(steps, attempt), answer: 'answered' };
    // Checks again, before the money is taken, whether the order can be served. If not, the payment is abandoned; a
    // capture that has begun is read at the provider and not repeated.
    const reason = await findServingReason(attempt);
    if (reason !== null && (await abandonUnservedPayment(steps, attempt, reason)))
      return { attempt: await reloadAttempt(attempt), answer: 'none' };
    if (reason !== null && attempt.state === 'CAPTURING')
      return { attempt: await finalisePayment(steps, attempt), answer: 'answered' };
    return (await applyAttemptEvent(steps, attempt, { type: 'captureBegun' }))
      ? captureAtProvider(steps, { ...attempt, state: 'CAPTURING' }, provider)
      : { attempt: await reloadAttempt(attempt), answer: 'none' };
  };

  /**
   * Abandons all uncaptured payments of a diner who orders again. Otherwise the diner could still pay the earlier order
   * in a forgotten window.
   */
  const abandonAllPaymentsOf = async (tx: WriteTransaction, uid: string): Promise<void> => {
    const openAttempts = await createAttemptRepository(tx.knex).listOf(uid, {
      providers: gatewayCapturedProviders(),
      states: UNCAPTURED_STATES,
    });
    for (const attempt of openAttempts)
      await applyPaymentEvent(tx, deps, attempt, { type: 'abandoned', code: PAYMENT_REPLACED });
  };

  /**
   * Abandons a payment that its diner no longer wants. A capture that has begun continues. If the provider takes the
   * money by itself, only a payment that still waits for the diner is given up; money that arrives later is refunded.
   */
  const abandonPayment = async (steps: PaymentSteps, attempt: PaymentAttempt): Promise<PaymentAttempt> => {
    if (!isCapturedByGateway(attempt)) {
      const latestAttempt = await finalisePayment(steps, attempt);
      if (latestAttempt.state !== 'PENDING') return latestAttempt;
    }
    await applyAttemptEvent(steps, attempt, { type: 'abandoned', code: PAYMENT_ABANDONED });
    return reloadAttempt(attempt);
  };

  /**
   * Asks a provider about a payment after an event of the provider, and applies the status. Handles given-up payments
   * and payments whose id the gateway never received, too. Returns whether the provider has answered.
   */
  const applyProviderStatus = async (
    steps: PaymentSteps,
    providerName: string,
    providerId: string,
  ): Promise<boolean> => {
    const provider = providers[providerName] ?? null;
    if (provider === null) return false;
    const paymentResult = await steps.ask((signal) => provider.read(providerId, signal));
    if (!paymentResult.ok || paymentResult.value === null) return paymentResult.ok;
    const payment = paymentResult.value;
    const attemptRepository = createAttemptRepository(database.knex);
    const attempt =
      (await attemptRepository.findByProviderId(providerName, providerId)) ??
      (await attemptRepository.findOfOrder(payment.reference));
    if (attempt?.provider === providerName) await applyAttemptEvent(steps, attempt, statusEventOf(payment));
    else if (payment.state === 'SUCCEEDED')
      await handleStrayPayment(steps, { ...deps, database }, { provider, payment });
    return true;
  };

  return {
    begin: beginPayment,
    finalise: finalisePayment,
    capture: capturePayment,
    abandonAllOf: abandonAllPaymentsOf,
    abandon: abandonPayment,
    applyProviderStatus,
  };
};

/** Service that begins, captures and finishes payments. */
export type PaymentService = ReturnType<typeof createPaymentService>;
