import { createHash } from 'node:crypto';
import type { Cents } from '@mahlzeit/contract';
import type { Logger } from 'pino';
import type { Clock, Database, Steps } from '../../../platform';
import type { PaymentProvider, ProviderPayment, ProviderRefund, ProviderResult } from '../providers';
import { createLostPaymentRepository } from '../repositories/lost-payment-repository';
import { createRestoreRepository } from '../repositories/restore-repository';

/** Pattern of the product's order keys, which providers store as the reference of a payment. */
const ORDER_KEY_PATTERN = /^[\w-]{22}$/;

/** Checks whether a payment has taken money and is ours by its reference. */
export const isOwnCharge = ({ state, reference, refundableId }: ProviderPayment): boolean =>
  state === 'SUCCEEDED' && refundableId !== null && ORDER_KEY_PATTERN.test(reference);

/**
 * Returns the idempotency key for the refund of a payment without an order. It is the same at each call, so that the
 * payment is refunded only once.
 */
const refundKeyOf = (providerName: PaymentProvider['name'], id: string): string =>
  createHash('sha256').update(`${providerName} ${id}`).digest('hex').slice(0, 32);

/** Payment without an order, and the part of its money to refund. */
interface StrayMoney {
  readonly provider: PaymentProvider;
  readonly payment: ProviderPayment;
  readonly amount: Cents;
}

/** Refunds money of a payment that belongs to no order, or returns the refund that was made before. */
export const requestStrayRefund = async (
  steps: Pick<Steps, 'ask'>,
  { provider, payment: { id: paymentId, refundableId }, amount }: StrayMoney,
): ProviderResult<ProviderRefund | null> => {
  const refund = {
    key: refundKeyOf(provider.name, paymentId),
    paymentId,
    refundableId: refundableId ?? paymentId,
    amount,
    payerId: null,
  };
  const earlierRefundResult = await steps.ask((signal) => provider.findRefund(refund, signal));
  return earlierRefundResult.ok && earlierRefundResult.value === null
    ? steps.ask((signal) => provider.refund(refund, signal))
    : earlierRefundResult;
};

interface StrayPaymentDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'realNow'>;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Handles a succeeded payment that belongs to no order. After a restore of the database it is stored, and an operator
 * decides on it. Otherwise it is refunded. Payments whose reference doesn't have the form of our order keys are only
 * logged, because other payments of the same account aren't ours.
 */
export const handleStrayPayment = async (
  steps: Pick<Steps, 'ask'>,
  { database, clock, log }: StrayPaymentDeps,
  { provider, payment }: { readonly provider: PaymentProvider; readonly payment: ProviderPayment },
): Promise<void> => {
  const { id: paymentId, amount, reference } = payment;
  const logFacts = { provider: provider.name, payment: paymentId, reference, amount };
  if (!isOwnCharge(payment)) {
    log.error(logFacts, 'a payment belongs to no order and is not ours by its reference: somebody has to see to it');
    return;
  }
  if (await createRestoreRepository(database.knex).mayBeLost(provider.name, clock.realNow())) {
    const lostPayment = { provider: provider.name, paymentId, reference, amount, foundAt: clock.realNow() };
    const isNew = await database.write((tx) => createLostPaymentRepository(tx.knex).insert(lostPayment));
    if (isNew) log.error(logFacts, 'a restore has lost the order of a payment: decide on it with npm run payments');
    return;
  }
  const refundResult = await requestStrayRefund(steps, { provider, payment, amount });
  log.error(
    { ...logFacts, refund: refundResult.ok ? refundResult.value?.state : refundResult.error },
    'a payment belongs to no order: it goes back, unless its provider refuses',
  );
};
