import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { bindJob } from '../../../platform';
import type { BoundJob, Database, JobError, JobKind } from '../../../platform';
import { requestStrayRefund, stepsOutsideRequest } from '../payments';
import { describeProvider } from '../providers';
import type { PaymentProviders, ProviderError } from '../providers';
import { createLostPaymentRepository } from '../repositories/lost-payment-repository';
import type { LostPayment } from '../repositories/lost-payment-repository';

const LostRefundPayload = z.object({ paymentId: z.string() });

/** Job that refunds a payment whose order a restore has lost, until the provider has decided. */
export const lostRefundJob: JobKind<z.infer<typeof LostRefundPayload>> = {
  name: 'ordering/lost-payment-refund',
  payload: LostRefundPayload,
  clock: 'real',
  // Providers accept refunds for about eleven months.
  giveUpAfterMs: 11 * 30 * 24 * 60 * 60_000,
  personal: null,
};

const jobErrorOf = (error: ProviderError): JobError =>
  error.kind === 'unreachable' ? error : { kind: 'refused', reason: error.code };

/** Refunds what is left of a payment. Returns whether all of its money is back. */
const refundRest = async (
  database: Database,
  providers: PaymentProviders,
  { provider: providerName, paymentId, amount, refunded }: LostPayment,
): Promise<Result<void, JobError>> => {
  const provider = providers[providerName] ?? null;
  if (provider === null) return err({ kind: 'unreachable', reason: 'noProvider' });
  const { fullyRefunded } = describeProvider(providerName).codes;
  const steps = stepsOutsideRequest(database);
  const payment = await steps.ask((signal) => provider.read(paymentId, signal));
  if (!payment.ok) return err(jobErrorOf(payment.error));
  if (payment.value === null) return err({ kind: 'refused', reason: 'gone' });
  if (fullyRefunded.includes(payment.value.code ?? '')) return ok(undefined);
  const refund = await requestStrayRefund(steps, { provider, payment: payment.value, amount: amount - refunded });
  if (!refund.ok)
    return refund.error.kind === 'refused' && fullyRefunded.includes(refund.error.code)
      ? ok(undefined)
      : err(jobErrorOf(refund.error));
  const { state, code } = refund.value ?? { state: 'PENDING', code: null };
  if (state === 'SUCCEEDED' || fullyRefunded.includes(code ?? '')) return ok(undefined);
  return err({ kind: state === 'FAILED' ? 'refused' : 'later', reason: code ?? state });
};

interface LostRefundDeps {
  readonly database: Database;
  readonly providers: PaymentProviders;
}

/** Binds the job that refunds lost payments. */
export const bindLostRefundJob = ({ database, providers }: LostRefundDeps): BoundJob =>
  bindJob(lostRefundJob, async ({ paymentId }, jobContext) => {
    const lostPayment = await createLostPaymentRepository(database.knex).find(paymentId);
    if (lostPayment?.state !== 'REFUNDING') return ok(undefined);
    const refundResult = await refundRest(database, providers, lostPayment);
    if (refundResult.ok)
      await database.write(async (tx) => {
        await createLostPaymentRepository(tx.knex).changeState(lostPayment, 'REFUNDING', 'REFUNDED');
        await jobContext.complete(tx);
      });
    return refundResult;
  });
