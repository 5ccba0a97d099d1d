import type { RefundForm } from '@mahlzeit/contract';
import { refundError } from '@mahlzeit/contract/rules';
import { invalidField } from '../../../platform';
import type { RouteError } from '../../../platform';
import type { StoredOrder } from '../repositories/order-repository';
import type { StoredRefund } from '../repositories/refund-repository';
import { addRefundedPieces } from './settle-refund';

/**
 * Returns the error if an amount of an order can't be refunded now; null if it can. Failed refunds don't reduce the
 * amount that is left.
 */
export const refundRefusalOf = (
  order: StoredOrder,
  orderRefunds: readonly StoredRefund[],
  { form: { amount, items = [] }, now }: { readonly form: RefundForm; readonly now: number },
): RouteError | null => {
  if (order.paymentStatus !== 'SUCCEEDED') return { code: 'OrderNotCancelable' };
  const countedRefunds = orderRefunds.filter(({ state }) => state !== 'FAILED');
  const earlierRefunds = countedRefunds.map((refund) => ({ amount: refund.amount, date: refund.createdAt }));
  const refundErrorCode = refundError(
    amount,
    { totalPrice: order.total, createdAt: order.createdAt, refunds: earlierRefunds },
    now,
  );
  if (refundErrorCode !== null) return { code: refundErrorCode };
  // Adds only the pieces of open refunds here, because the order's lines already count the pieces of completed refunds.
  const openRefundItems = countedRefunds.filter(({ state }) => state === 'REQUESTED').flatMap((refund) => refund.items);
  return addRefundedPieces(order.items, [...openRefundItems, ...items]) === null
    ? invalidField('items', 'tooMany')
    : null;
};
