import type { Logger } from 'pino';
import { createSemaphore } from '../../../platform';
import type { Clock, Database, Worker } from '../../../platform';
import { providerNames } from '../providers';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import type { PaymentService, PaymentSteps } from './payment-service';
import { nextCheck, postponeCheck } from './settle-payment';

/** Longest wait for a provider outside of a request. */
const DEADLINE_MS = 10_000;

const EVERY_MS = 20_000;
const AT_ONCE = 50;
// A run ends, so that a stopping gateway can stop.
const MAX_ROUNDS = 20;
const EVENTS_KEPT_MS = 30 * 24 * 60 * 60_000;

/**
 * Creates the steps of work outside of a request: each write commits by itself, and no provider is called inside one.
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

/** Payments of one provider that are asked about at a time: one that hangs holds up none of the others. */
const AT_A_TIME = 8;

/**
 * Creates the periodic job that asks about open payments which nobody else asks about: their page was closed, their
 * gateway was killed, or their provider didn't answer.
 */
export const createReconciliation = ({ database, clock, log, payments }: ReconciliationDeps): Worker => {
  const steps = stepsOutsideRequest(database);
  const attempts = () => createAttemptRepository(database.knex);

  const checkAttempt = async (attempt: PaymentAttempt): Promise<void> => {
    try {
      await payments.finalise(steps, attempt);
    } catch (error) {
      // Without this, a payment that fails would be the first of each run and hold up the others.
      log.error({ err: error, attempt: attempt.key }, 'a payment was not asked about');
      await database.write((tx) => postponeCheck(tx, { clock }, attempt));
    }
  };

  /** Asks one provider about all due payments. */
  const askAll = async (provider: string, now: number, stopSignal: AbortSignal | undefined): Promise<void> => {
    const semaphore = createSemaphore(AT_A_TIME);
    // A payment that was asked about is due later than `now`, so each round finds others.
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

  /** Postpones payments in a form of another release, which asks about them itself. */
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
