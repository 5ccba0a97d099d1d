import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { bindJob } from '../../../platform';
import type { BoundJob, Database } from '../../../platform';
import { createRefundRepository } from '../repositories/refund-repository';
import type { StoredRefund } from '../repositories/refund-repository';
import { createAttemptRepository } from '../repositories/attempt-repository';
import { createRestoreRepository } from '../repositories/restore-repository';
import type { PaymentProviders, ProviderError, ProviderRefund } from '../providers';
import { requestRefund, refundJob, reopenRefund, settleRefund } from './settle-refund';
import type { SettleRefundDeps } from './settle-refund';

interface RefundJobDeps extends SettleRefundDeps {
  readonly database: Database;
  readonly providers: PaymentProviders;
}

/** Returns the reason why a refund isn't final yet, as a text for operators. */
const openReasonOf = (providerAnswer: Result<ProviderRefund | null, ProviderError>): string => {
  if (providerAnswer.ok) return providerAnswer.value?.code ?? providerAnswer.value?.state ?? 'gone';
  return providerAnswer.error.kind === 'refused' ? providerAnswer.error.code : providerAnswer.error.reason;
};

/** Timeout in milliseconds of a request that a job sends to the payment provider. */
const PROVIDER_DEADLINE_MS = 10_000;

/**
 * Finds the refund that a job should make. Reopens a given-up refund if an operator has enqueued its job again: such a
 * job starts again with attempt 1.
 */
const findOpenRefund = async (
  { database }: RefundJobDeps,
  refundKey: string,
  attemptCount: number,
): Promise<StoredRefund | null> => {
  const refund = await createRefundRepository(database.knex).find(refundKey);
  return refund?.state === 'FAILED' && refund.isAutomatic && attemptCount === 1
    ? database.write((tx) => reopenRefund(tx, refund))
    : refund;
};

/**
 * Binds the job that continues a refund until the provider has decided. The provider makes only one refund for a key,
 * and only its response makes the refund final. The job of a given-up refund is stored as a failed job.
 */
export const bindRefundJob = (deps: RefundJobDeps): BoundJob =>
  bindJob(refundJob, async ({ refundKey }, jobContext) => {
    const { database, providers } = deps;
    const refund = await findOpenRefund(deps, refundKey, jobContext.attempts);
    if (refund?.state === 'FAILED' && refund.isAutomatic)
      return err({ kind: 'refused', reason: refund.code ?? 'unknown' });
    if (refund === null || refund.state !== 'REQUESTED') return ok(undefined);
    const paymentAttempt = await createAttemptRepository(database.knex).findOfOrder(refund.orderKey);
    if (paymentAttempt === null) return err({ kind: 'refused', reason: 'nothingToRefund' });
    const provider = providers[paymentAttempt.provider] ?? null;
    if (provider === null) return err({ kind: 'unreachable', reason: 'noProvider' });
    // The refund may have been made after the state that was restored.
    if (await createRestoreRepository(database.knex).isReconciling(paymentAttempt.provider))
      return err({ kind: 'unreachable', reason: 'reconciling' });
    const refundAnswer = await requestRefund(provider, refund, {
      attempt: paymentAttempt,
      signal: AbortSignal.timeout(PROVIDER_DEADLINE_MS),
      isFirst: refund.isAutomatic && jobContext.attempts === 1,
    });
    if (!refundAnswer.ok && refundAnswer.error.kind === 'unreachable') return err(refundAnswer.error);
    const refundState = await database.write(async (tx) => {
      await settleRefund(tx, deps, { refund, provider: paymentAttempt.provider }, refundAnswer);
      const storedRefund = await createRefundRepository(tx.knex).find(refund.key);
      const isRefundGivenUp = storedRefund?.state === 'FAILED' && storedRefund.isAutomatic;
      if (storedRefund?.state !== 'REQUESTED' && !isRefundGivenUp) await jobContext.complete(tx);
      return isRefundGivenUp ? 'givenUp' : storedRefund?.state;
    });
    if (refundState === 'givenUp') return err({ kind: 'refused', reason: openReasonOf(refundAnswer) });
    return refundState === 'REQUESTED' ? err({ kind: 'later', reason: openReasonOf(refundAnswer) }) : ok(undefined);
  });
