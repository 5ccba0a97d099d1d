import type { Logger } from 'pino';
import { createSemaphore } from '../../../platform';
import type { Clock, Database, PeriodicJob } from '../../../platform';
import { providerNames } from '../providers';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import type { PaymentService, PaymentSteps } from './payment-service';
import { nextCheckTime, postponeCheck } from './settle-payment';

/** Timeout in milliseconds of a request to a payment provider by a job, a webhook or a route that only reads. */
const PROVIDER_DEADLINE_MS = 10_000;

const RECONCILIATION_INTERVAL_MS = 20_000;
const CHECK_BATCH_SIZE = 50;
// Maximum number of rounds in one run of the job that checks payments, so that a run ends soon and a stopping gateway
// can stop.
const MAX_CHECK_ROUNDS = 20;
const EVENT_RETENTION_MS = 30 * 24 * 60 * 60_000;

/**
 * Creates the steps for work on payments outside of a request. Each write is a transaction of its own, and providers
 * are called between transactions only.
 */
export const stepsOutsideRequest = (database: Database): PaymentSteps => ({
  write: (databaseWork) => database.write(databaseWork),
  ask: (providerWork) => providerWork(AbortSignal.timeout(PROVIDER_DEADLINE_MS)),
});

interface ReconciliationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly payments: Pick<PaymentService, 'finalise'>;
}

/**
 * Number of payments of one provider that are checked at the same time. A provider call that hangs delays none of the
 * other payments.
 */
const MAX_CONCURRENT_CHECKS = 8;

/**
 * Creates the periodic job that checks open payments at their providers. It finds payments that no request checks any
 * more: the diner closed the page, the gateway crashed, or the provider didn't respond.
 */
export const createReconciliation = ({ database, clock, log, payments }: ReconciliationDeps): PeriodicJob => {
  const steps = stepsOutsideRequest(database);
  const attemptRepository = () => createAttemptRepository(database.knex);

  const checkAttempt = async (paymentAttempt: PaymentAttempt): Promise<void> => {
    try {
      await payments.finalise(steps, paymentAttempt);
    } catch (error) {
      // The payment stays postponed after the error. Otherwise a payment that causes an error would be the first one of
      // each run and delay all others.
      log.error({ err: error, attempt: paymentAttempt.key }, 'a payment was not asked about');
      await database.write((tx) => postponeCheck(tx, { clock }, paymentAttempt));
    }
  };

  /** Checks all due payments of one provider. */
  const checkDuePayments = async (
    provider: string,
    now: number,
    stopSignal: AbortSignal | undefined,
  ): Promise<void> => {
    const checkSemaphore = createSemaphore(MAX_CONCURRENT_CHECKS);
    // Repeats the search for due payments. Each checked payment is due again only after `now`, so each round finds
    // other payments.
    for (let checkRound = 0; checkRound < MAX_CHECK_ROUNDS && stopSignal?.aborted !== true; checkRound += 1) {
      const dueAttempts = await attemptRepository().listDue(provider, now, CHECK_BATCH_SIZE);
      await Promise.all(
        dueAttempts.map((paymentAttempt) =>
          checkSemaphore.run(async () => (stopSignal?.aborted === true ? undefined : checkAttempt(paymentAttempt))),
        ),
      );
      if (dueAttempts.length < CHECK_BATCH_SIZE) return;
    }
  };

  /** Postpones payments that were stored in the form of another release; only that release can check them. */
  const postponeUnreadable = async (now: number): Promise<void> => {
    const unreadableKeys = await attemptRepository().listUnreadable(now, providerNames());
    if (unreadableKeys.length === 0) return;
    log.error({ attempts: unreadableKeys }, 'payments are in a form that this release does not know');
    await database.write((tx) =>
      createAttemptRepository(tx.knex).putOff(unreadableKeys, nextCheckTime(Number.MAX_SAFE_INTEGER, now)),
    );
  };

  return {
    name: 'ordering/reconciliation',
    everyMs: RECONCILIATION_INTERVAL_MS,
    // The job follows the gateway's clock, because a payment ends at its order's meal time, which is a time of that
    // clock.
    clock: 'domain',
    async run(stopSignal) {
      const now = clock.realNow();
      await postponeUnreadable(now);
      await Promise.all(providerNames().map((provider) => checkDuePayments(provider, now, stopSignal)));
      await database.write((tx) => createAttemptRepository(tx.knex).forgetEvents(clock.realNow() - EVENT_RETENTION_MS));
    },
  };
};
