import type { Logger } from 'pino';
import type { Connection } from '../../../platform';
import { createOrderRepository } from '../repositories/order-repository';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';

/** An event by which a provider says that money of a payment went back. */
export interface MoneyBackEvent {
  readonly event_type: string;
  /** Our own key of it is its `invoice_id`. */
  readonly resource: { readonly id: string; readonly invoice_id?: string | undefined };
}

const REFUNDED = 'PAYMENT.CAPTURE.REFUNDED';
const REVERSED = 'PAYMENT.CAPTURE.REVERSED';

/** Whether an event of PayPal's tells of money that went back, of which PayPal has nothing left to be asked. */
export const isMoneyBack = ({ event_type: type }: Pick<MoneyBackEvent, 'event_type'>): boolean =>
  type === REFUNDED || type === REVERSED;

/**
 * Says aloud what went back of an order without us, at the provider's own site or because its payer has disputed it:
 * our books don't know of it, and the restaurant isn't told. What we have given back ourselves is no news.
 */
export const sayOutsideRefund = async (
  knex: Connection,
  { log }: { readonly log: Pick<Logger, 'error'> },
  {
    provider,
    payInId,
    event,
  }: { readonly provider: PaymentAttempt['provider']; readonly payInId: string; readonly event: MoneyBackEvent },
): Promise<void> => {
  const orderKey = (await createAttemptRepository(knex).findByProviderId(provider, payInId))?.orderKey;
  const { id, invoice_id: number } = event.resource;
  // What PayPal tells of a refund needn't name the order (B.5): by its own number it is found all the same.
  if (
    event.event_type !== REVERSED &&
    (await createOrderRepository(knex).isRefundKnown({ providerKey: number ?? '', providerId: id }))
  )
    return;
  log.error(
    { provider, order: orderKey ?? null, payment: payInId, refund: id, event: event.event_type },
    'money of a payment went back at its provider and not by us: somebody has to see to it',
  );
};
