import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Steps } from '../../../platform';
import type { PaymentProvider, ProviderPayment } from '../providers';

/** Pattern of the product's order keys, which providers store as the reference of a payment. */
const ORDER_KEY_PATTERN = /^[\w-]{22}$/;

/**
 * Returns the idempotency key for the refund of a payment without an order. It is the same at each call, so that the
 * payment is refunded only once.
 */
const refundKeyOf = (providerName: PaymentProvider['name'], id: string): string =>
  createHash('sha256').update(`${providerName} ${id}`).digest('hex').slice(0, 32);

/**
 * Refunds a succeeded payment that belongs to no order, for example after a backup of the database was restored.
 * Refunds it only if its reference has the form of the product's order keys, because other payments of the same account
 * don't belong to the product. Logs the payment in both cases.
 */
export const refundStrayPayment = async (
  steps: Pick<Steps, 'ask'>,
  { log }: { readonly log: Pick<Logger, 'error'> },
  { provider, payment }: { readonly provider: PaymentProvider; readonly payment: ProviderPayment },
): Promise<void> => {
  const { id: paymentId, amount, reference, refundableId } = payment;
  const logFacts = { provider: provider.name, payment: paymentId, reference, amount };
  if (refundableId === null || !ORDER_KEY_PATTERN.test(reference)) {
    log.error(logFacts, 'a payment belongs to no order and is not ours by its reference: somebody has to see to it');
    return;
  }
  const refund = { key: refundKeyOf(provider.name, paymentId), paymentId, refundableId, amount, payerId: null };
  const earlierRefundResult = await steps.ask((signal) => provider.findRefund(refund, signal));
  const refundResult =
    earlierRefundResult.ok && earlierRefundResult.value === null
      ? await steps.ask((signal) => provider.refund(refund, signal))
      : earlierRefundResult;
  log.error(
    { ...logFacts, refund: refundResult.ok ? refundResult.value?.state : refundResult.error },
    'a payment belongs to no order: it goes back, unless its provider refuses',
  );
};
