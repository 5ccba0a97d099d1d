import type { RefundReason } from '@mahlzeit/contract';
import { refundableAmount } from '@mahlzeit/contract/rules';
import type { StoredOrder } from '../repositories/order-repository';
import type { StoredRefund } from '../repositories/refund-repository';

/** Reason of an automatic refund: the restaurant hasn't accepted the order in time. */
export const NO_REACTION_REASON = 'restaurant_declined_no_reaction' satisfies RefundReason;

/** Computes the amount of an order that is neither refunded nor being refunded. Failed refunds don't count. */
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
 * Checks whether the gateway has begun to refund an order because nobody had accepted it. Returns true even after the
 * provider has refused the refund: the diner was told that the money comes back, and an operator can retry the refund.
 */
export const hasAutomaticRefund = (orderRefunds: readonly StoredRefund[]): boolean =>
  orderRefunds.some(({ isAutomatic, reason }) => isAutomatic && reason === NO_REACTION_REASON);

/**
 * Returns whether a paid order is accepted, canceled or still open. Only an open order can be accepted, and only an
 * open order is refunded automatically, so never both happens.
 */
export const orderDecisionOf = (
  order: Pick<StoredOrder, 'acceptedAt' | 'total'>,
  orderRefunds: readonly StoredRefund[],
): 'open' | 'accepted' | 'canceled' => {
  if (remainingAmountOf(order, orderRefunds) <= 0) return 'canceled';
  if (order.acceptedAt !== null) return 'accepted';
  return hasAutomaticRefund(orderRefunds) ? 'canceled' : 'open';
};
