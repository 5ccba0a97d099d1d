import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { bindJob } from '../../../platform';
import type { BoundJob, Database } from '../../../platform';
import { createOrderRepository } from '../orders/order-repository';
import { createAttemptRepository } from '../payments/attempt-repository';
import type { PaymentProviders } from '../payments/payment-service';
import type { ProviderError, ProviderRefund } from '../providers/payment-provider';
import { askForRefund, refundJob, settleRefund } from './give-back';
import type { RefundNews } from './give-back';

interface RefundJobDeps {
  readonly database: Database;
  readonly providers: PaymentProviders;
  readonly news: RefundNews;
}

/** Why a refund isn't over yet, for whoever runs the gateways. */
const reasonOf = (answered: Result<ProviderRefund | null, ProviderError>): string => {
  if (answered.ok) return answered.value?.code ?? answered.value?.state ?? 'gone';
  return answered.error.kind === 'refused' ? answered.error.code : answered.error.reason;
};

/** How long a provider is waited for beside any request. */
const DEADLINE_MS = 10_000;

/** Goes on with a refund until its provider has decided: under one key it is given once, and only the provider's word ends it. */
export const bindRefundJob = ({ database, providers, news }: RefundJobDeps): BoundJob => bindJob(refundJob, async ({ refundKey }, context) => {
  const refund = await createOrderRepository(database.knex).findRefund(refundKey);
  if (refund === null || refund.state !== 'REQUESTED') return ok(undefined);
  const attempt = await createAttemptRepository(database.knex).findOfOrder(refund.orderKey);
  if (attempt === null) return err({ kind: 'refused', reason: 'nothingToRefund' });
  const provider = providers[attempt.provider];
  if (provider === null) return err({ kind: 'unreachable', reason: 'noProvider' });
  const answered = await askForRefund(provider, refund, { attempt, signal: AbortSignal.timeout(DEADLINE_MS), isFirst: refund.isAutomatic && context.attempts === 1 });
  if (!answered.ok && answered.error.kind === 'unreachable') return err(answered.error);
  const state = await database.write(async (tx) => {
    await settleRefund(tx, news, refund, answered);
    const settled = await createOrderRepository(tx.knex).findRefund(refund.key);
    if (settled?.state !== 'REQUESTED') await context.complete(tx);
    return settled?.state;
  });
  if (state !== 'REQUESTED') return ok(undefined);
  return err({ kind: 'later', reason: reasonOf(answered) });
});
