import type { Logger } from 'pino';
import type { Connection } from '../../../platform';
import type { ReportedRefund } from '../providers';
import { createAttemptRepository } from '../repositories/attempt-repository';
import { createRefundRepository } from '../repositories/refund-repository';

/**
 * Logs a refund that the gateway didn't make: somebody made it on the provider's own site, or the payer disputed the
 * payment. Changes neither the order nor what the restaurant sees. Refunds by the gateway aren't logged.
 */
export const reportOutsideRefund = async (
  knex: Connection,
  { log, provider }: { readonly log: Pick<Logger, 'error'>; readonly provider: string },
  { paymentId, refundId, refundKey, event, isDispute }: ReportedRefund,
): Promise<void> => {
  const paymentAttempt = await createAttemptRepository(knex).findByProviderId(provider, paymentId);
  // PayPal's event about a refund may lack the order (B.5), so the refund is searched by its own key or id.
  const ownRefund = await createRefundRepository(knex).findByProvider({
    providerKey: refundKey ?? '',
    providerId: refundId,
  });
  if (ownRefund !== null && !isDispute) return;
  log.error(
    { provider, order: paymentAttempt?.orderKey ?? null, payment: paymentId, refund: refundId, event },
    'money of a payment went back at its provider and not by us: somebody has to see to it',
  );
};
