import type { Logger } from 'pino';
import { createSemaphore } from '../../../platform';
import type { Clock, Database, Worker } from '../../../platform';
import { providerNames } from '../providers';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import type { PaymentService, PaymentSteps } from './payment-service';
import { nextCheck, postponeCheck } from './settle-payment';

/** Timeout in milliseconds of a provider request outside of a request to the gateway. */
const DEADLINE_MS = 10_000;

const EVERY_MS = 20_000;
const AT_ONCE = 50;
// Limit of rounds in one run, so that a run ends soon and a stopping gateway can stop.
const MAX_ROUNDS = 20;
const EVENTS_KEPT_MS = 30 * 24 * 60 * 60_000;

/**
 * Creates the steps for work outside of a request. Each write is a transaction of its own, and providers are called
 * between transactions only.
 */
export const stepsOutsideRequest = (database: Database): PaymentSteps => ({
  write: (work) => database.write(work),
  ask: (work) => work(AbortSignal.timeout(DEADLINE_MS)),
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
const AT_A_TIME = 8;

/**
 * Creates the periodic job that checks open payments at their providers. It finds payments that no request checks any
 * more: the diner closed the page, the gateway crashed, or the provider didn't respond.
 */
export const createReconciliation = ({ database, clock, log, payments }: ReconciliationDeps): Worker => {
  const steps = stepsOutsideRequest(database);
  const attempts = () => createAttemptRepository(database.knex);

  const checkAttempt = async (attempt: PaymentAttempt): Promise<void> => {
    try {
      await payments.finalise(steps, attempt);
    } catch (error) {
      // Without postponing it, a payment that causes an error would be the first one of each run and delay all others.
      log.error({ err: error, attempt: attempt.key }, 'a payment was not asked about');
      await database.write((tx) => postponeCheck(tx, { clock }, attempt));
    }
  };

  /** Checks all due payments of one provider. */
  const askAll = async (provider: string, now: number, stopSignal: AbortSignal | undefined): Promise<void> => {
    const semaphore = createSemaphore(AT_A_TIME);
    // Each checked payment is due again only after `now`, so each round finds other payments.
    for (let round = 0; round < MAX_ROUNDS && stopSignal?.aborted !== true; round += 1) {
      const due = await attempts().listDue(provider, now, AT_ONCE);
      await Promise.all(
        due.map((attempt) =>
          semaphore.run(async () => (stopSignal?.aborted === true ? undefined : checkAttempt(attempt))),
        ),
      );
      if (due.length < AT_ONCE) return;
    }
  };

  /** Postpones payments that were stored in the form of another release; only that release can check them. */
  const putOffUnreadable = async (now: number): Promise<void> => {
    const unreadable = await attempts().listUnreadable(now, providerNames());
    if (unreadable.length === 0) return;
    log.error({ attempts: unreadable }, 'payments are in a form that this release does not know');
    await database.write((tx) =>
      createAttemptRepository(tx.knex).putOff(unreadable, nextCheck(Number.MAX_SAFE_INTEGER, now)),
    );
  };

  return {
    name: 'ordering/reconciliation',
    everyMs: EVERY_MS,
    async run(stopSignal) {
      const now = clock.realNow();
      await putOffUnreadable(now);
      await Promise.all(providerNames().map((provider) => askAll(provider, now, stopSignal)));
      await database.write((tx) => createAttemptRepository(tx.knex).forgetEvents(clock.realNow() - EVENTS_KEPT_MS));
    },
  };
};
