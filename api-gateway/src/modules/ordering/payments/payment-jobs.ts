import { err, ok } from '@mahlzeit/contract';
import { bindJob } from '../../../platform';
import type { BoundJob, Clock, Database, Worker } from '../../../platform';
import { createOrderRepository } from '../orders/order-repository';
import { recordOrder } from '../orders/order-records';
import { createAttemptRepository } from './attempt-repository';
import type { PaymentProviders, PaymentService, PaymentSteps } from './payment-service';
import { refundJob } from './settle-payment';

/** How long a provider is waited for beside any request. */
const DEADLINE_MS = 10_000;

const EVERY_MS = 20_000;
const AT_ONCE = 50;
const EVENTS_KEPT_MS = 30 * 24 * 60 * 60_000;

/** Steps outside of a request: each write commits by itself, nobody is asked inside one. */
export const stepsBeside = (database: Database): PaymentSteps => ({
  write: (work) => database.write(work),
  ask: (work) => work(AbortSignal.timeout(DEADLINE_MS)),
});

interface ReconciliationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly payments: PaymentService;
}

/** Asks about payments that are still open, whoever has forgotten them: a page that was closed, a gateway that was killed, a provider that didn't answer. */
export const createReconciliation = ({ database, clock, payments }: ReconciliationDeps): Worker => ({
  name: 'ordering/reconciliation',
  everyMs: EVERY_MS,
  async run() {
    const steps = stepsBeside(database);
    for (const attempt of await createAttemptRepository(database.knex).listDue(clock.realNow(), AT_ONCE)) await payments.finalise(steps, attempt);
    await database.write((tx) => createAttemptRepository(tx.knex).forgetEvents(clock.realNow() - EVENTS_KEPT_MS));
  },
});

interface RefundDeps {
  readonly database: Database;
  readonly providers: PaymentProviders;
}

/** Gives money back; under the refund's own key it is given once. */
export const bindRefundJob = ({ database, providers }: RefundDeps): BoundJob => bindJob(refundJob, async ({ refundKey }, context) => {
  const refund = (await createOrderRepository(database.knex).findRefund(refundKey)) ?? null;
  if (refund === null || refund.state !== 'REQUESTED') return ok(undefined);
  const attempt = await createAttemptRepository(database.knex).findOfOrder(refund.orderKey);
  const provider = attempt === null ? null : providers[attempt.provider];
  if (attempt === null || attempt.refundableId === null) return err({ kind: 'refused', reason: 'nothingToRefund' });
  if (provider === null) return err({ kind: 'unreachable', reason: 'noProvider' });
  const given = await provider.refund(
    { key: refund.key, refundableId: attempt.refundableId, amount: refund.amount, payerId: attempt.payerId },
    AbortSignal.timeout(DEADLINE_MS),
  );
  if (!given.ok) return err(given.error.kind === 'unreachable' ? { kind: 'unreachable', reason: given.error.reason } : { kind: 'later', reason: given.error.code });
  const { id, state, code } = given.value;
  if (state === 'FAILED') return err({ kind: 'later', reason: code ?? 'failed' });
  await database.write(async (tx) => {
    const orders = createOrderRepository(tx.knex);
    await orders.updateRefund(refund.key, { state: 'SUCCEEDED', providerId: id });
    const order = await orders.find(refund.orderKey);
    if (order !== null) await recordOrder(tx, order);
    await context.complete(tx);
  });
  return ok(undefined);
});
