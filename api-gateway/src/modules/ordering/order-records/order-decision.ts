import type { RefundReason } from '@mahlzeit/contract';
import { refundableAmount } from '@mahlzeit/contract/rules';
import type { StoredOrder } from '../repositories/order-repository';
import type { StoredRefund } from '../repositories/refund-repository';

/** Reason of the automatic refund of an order that the restaurant hasn't accepted. */
export const NO_REACTION_REASON = 'restaurant_declined_no_reaction' satisfies RefundReason;

/** Computes the part of an order's total that isn't refunded and isn't being refunded. Failed refunds don't count. */
export const remainingAmountOf = (
  { total }: Pick<StoredOrder, 'total'>,
  orderRefunds: readonly StoredRefund[],
): number =>
  refundableAmount({
    totalPrice: total,
    refunds: orderRefunds
      .filter(({ state }) => state !== 'FAILED')
      .map(({ amount, createdAt }) => ({ amount, date: createdAt })),
  });

/**
 * Checks whether the gateway has begun to refund an order because nobody had accepted it. The diner was told that this
 * money comes back. That holds also after the provider has refused the refund, because an operator can retry it.
 */
export const hasAutomaticRefund = (orderRefunds: readonly StoredRefund[]): boolean =>
  orderRefunds.some(({ isAutomatic, reason }) => isAutomatic && reason === NO_REACTION_REASON);

/**
 * Returns whether a paid order is accepted, canceled or still open. Only an open order can be accepted, and an accepted
 * order isn't refunded automatically. So an order is never both accepted and refunded because nobody has accepted it.
 */
export const orderDecisionOf = (
  order: Pick<StoredOrder, 'acceptedAt' | 'total'>,
  orderRefunds: readonly StoredRefund[],
): 'open' | 'accepted' | 'canceled' => {
  if (remainingAmountOf(order, orderRefunds) <= 0) return 'canceled';
  if (order.acceptedAt !== null) return 'accepted';
  return hasAutomaticRefund(orderRefunds) ? 'canceled' : 'open';
};
