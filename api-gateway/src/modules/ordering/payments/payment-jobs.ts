import { err, ok } from '@mahlzeit/contract';
import type { Logger } from 'pino';
import { bindJob, createSemaphore } from '../../../platform';
import type { BoundJob, Clock, Database, Worker } from '../../../platform';
import { createOrderRepository } from '../orders/order-repository';
import type { StoredRefund } from '../orders/order-repository';
import { recordOrder } from '../orders/order-records';
import type { Answered, PaymentProvider, ProviderRefund } from '../providers/payment-provider';
import { createAttemptRepository } from './attempt-repository';
import type { PaymentAttempt } from './attempt-repository';
import type { PaymentProviders, PaymentService, PaymentSteps } from './payment-service';
import { postpone, refundJob } from './settle-payment';

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
  readonly payments: PaymentService;
}

/** How many are asked about at a time: one that doesn't answer holds up none of the others. */
const AT_A_TIME = 8;

/** Asks about payments that are still open, whoever has forgotten them: a page that was closed, a gateway that was killed, a provider that didn't answer. */
export const createReconciliation = ({ database, clock, log, payments }: ReconciliationDeps): Worker => {
  const steps = stepsBeside(database);
  const semaphore = createSemaphore(AT_A_TIME);

  const ask = async (attempt: PaymentAttempt): Promise<void> => {
    try {
      await payments.finalise(steps, attempt);
    } catch (error) {
      // The others must not wait for it: without an answer it would be the first one again and again.
      log.error({ err: error, attempt: attempt.key }, 'a payment was not asked about');
      await database.write((tx) => postpone(tx, { clock }, attempt));
    }
  };

  return {
    name: 'ordering/reconciliation',
    everyMs: EVERY_MS,
    async run() {
      // Who was asked is due later than this: each round finds others.
      const now = clock.realNow();
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const due = await createAttemptRepository(database.knex).listDue(now, AT_ONCE);
        await Promise.all(due.map((attempt) => semaphore.run(() => ask(attempt))));
        if (due.length < AT_ONCE) break;
      }
      await database.write((tx) => createAttemptRepository(tx.knex).forgetEvents(clock.realNow() - EVENTS_KEPT_MS));
    },
  };
};

interface RefundDeps {
  readonly database: Database;
  readonly providers: PaymentProviders;
}

/** Where a refund stands with its provider after it was asked for, or asked about; null: there is none. */
const askForRefund = (provider: PaymentProvider, { key, amount, providerId }: StoredRefund, { refundableId, payerId }: { readonly refundableId: string; readonly payerId: string | null }): Answered<ProviderRefund | null> => {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  return providerId === null ? provider.refund({ key, refundableId, amount, payerId }, signal) : provider.readRefund(providerId, signal);
};

/** Gives money back; under the refund's own key it is given once, and only the provider's word ends it. */
export const bindRefundJob = ({ database, providers }: RefundDeps): BoundJob => bindJob(refundJob, async ({ refundKey }, context) => {
  const refund = await createOrderRepository(database.knex).findRefund(refundKey);
  if (refund === null || refund.state !== 'REQUESTED') return ok(undefined);
  const attempt = await createAttemptRepository(database.knex).findOfOrder(refund.orderKey);
  if (attempt === null || attempt.refundableId === null) return err({ kind: 'refused', reason: 'nothingToRefund' });
  const provider = providers[attempt.provider];
  if (provider === null) return err({ kind: 'unreachable', reason: 'noProvider' });
  const given = await askForRefund(provider, refund, { refundableId: attempt.refundableId, payerId: attempt.payerId });
  if (!given.ok) return err(given.error.kind === 'unreachable' ? given.error : { kind: 'later', reason: given.error.code });
  const { value: stand } = given;
  if (stand === null || stand.state !== 'SUCCEEDED') {
    // One on its way is read on the next try, one that came to nothing is asked for anew.
    const providerId = stand?.state === 'PENDING' ? stand.id : null;
    await database.write((tx) => createOrderRepository(tx.knex).updateRefund(refund.key, { state: 'REQUESTED', providerId }));
    return err({ kind: 'later', reason: stand?.code ?? stand?.state ?? 'gone' });
  }
  await database.write(async (tx) => {
    const orders = createOrderRepository(tx.knex);
    await orders.updateRefund(refund.key, { state: 'SUCCEEDED', providerId: stand.id });
    const order = await orders.find(refund.orderKey);
    if (order !== null) await recordOrder(tx, order);
    await context.complete(tx);
  });
  return ok(undefined);
});
