import type { Logger } from 'pino';
import { createSemaphore } from '../../../platform';
import type { Clock, Database, Worker } from '../../../platform';
import { providerNames } from '../providers';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import type { PaymentService, PaymentSteps } from './payment-service';
import { nextCheck, postponeCheck } from './settle-payment';

/** How long a provider is waited for beside any request. */
const DEADLINE_MS = 10_000;

const EVERY_MS = 20_000;
const AT_ONCE = 50;
// A run ends, so that a gateway that is asked to stop does.
const MAX_ROUNDS = 20;
const EVENTS_KEPT_MS = 30 * 24 * 60 * 60_000;

/** Steps outside of a request: each write commits by itself, nobody is asked inside one. */
export const stepsBeside = (database: Database): PaymentSteps => ({
  write: (work) => database.write(work),
  ask: (work) => work(AbortSignal.timeout(DEADLINE_MS)),
});

interface ReconciliationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly payments: Pick<PaymentService, 'finalise'>;
}

/** How many of one provider are asked about at a time: one that doesn't answer holds up none of the others. */
const AT_A_TIME = 8;

/**
 * Asks about payments that are still open, whoever has forgotten them: a page that was closed, a gateway that was
 * killed, a provider that didn't answer.
 */
export const createReconciliation = ({ database, clock, log, payments }: ReconciliationDeps): Worker => {
  const steps = stepsBeside(database);
  const attempts = () => createAttemptRepository(database.knex);

  const ask = async (attempt: PaymentAttempt): Promise<void> => {
    try {
      await payments.finalise(steps, attempt);
    } catch (error) {
      // The others must not wait for it: without an answer it would be the first one again and again.
      log.error({ err: error, attempt: attempt.key }, 'a payment was not asked about');
      await database.write((tx) => postponeCheck(tx, { clock }, attempt));
    }
  };

  /** Asks one provider about all that is due; a hundred that hang keep nobody but each other waiting. */
  const askAll = async (provider: string, now: number, stopping: AbortSignal | undefined): Promise<void> => {
    const semaphore = createSemaphore(AT_A_TIME);
    // Who was asked is due later than this: each round finds others.
    for (let round = 0; round < MAX_ROUNDS && stopping?.aborted !== true; round += 1) {
      const due = await attempts().listDue(provider, now, AT_ONCE);
      await Promise.all(
        due.map((attempt) => semaphore.run(async () => (stopping?.aborted === true ? undefined : ask(attempt)))),
      );
      if (due.length < AT_ONCE) return;
    }
  };

  /** Has what another release has written wait for that one. */
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
    async run(stopping) {
      const now = clock.realNow();
      await putOffUnreadable(now);
      await Promise.all(providerNames().map((provider) => askAll(provider, now, stopping)));
      await database.write((tx) => createAttemptRepository(tx.knex).forgetEvents(clock.realNow() - EVENTS_KEPT_MS));
    },
  };
};
