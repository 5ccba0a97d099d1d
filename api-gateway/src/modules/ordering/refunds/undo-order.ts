import type { Clock, WriteTransaction } from '../../../platform';
import { restoreDiscounts } from '../../discovery';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { RefundReactions } from './settle-refund';

/** Paid order of the diner `uid` for a meetup. `key` is the key of the meetup. */
export interface MeetupOrder {
  readonly key: string;
  readonly uid: string;
  readonly orderKey: string;
}

interface OrderUndoDeps {
  readonly clock: Pick<Clock, 'now'>;
  /** Runs in the transaction of the refund after which an order for a meetup is fully refunded. */
  readonly onMeetupOrderGone: (tx: WriteTransaction, order: MeetupOrder) => Promise<void>;
}

/**
 * Creates the function that removes a fully refunded order from its meetup and frees its vouchers. It runs in the
 * transaction of the last refund.
 */
export const createOrderUndo =
  ({ clock, onMeetupOrderGone }: OrderUndoDeps): RefundReactions['onRefunded'] =>
  async (tx, { order, refund }) => {
    const { key: orderKey, uid, meetUpKey, total, paymentStatus } = order;
    // The vouchers of an unpaid order are already free, and the order never counted for a meetup.
    if (paymentStatus !== 'SUCCEEDED') return;
    const orders = createOrderRepository(tx.knex);
    const refundedSum = (await createRefundRepository(tx.knex).listOf([orderKey])).reduce(
      (refundedTotal, { state, amount }) => (state === 'SUCCEEDED' ? refundedTotal + amount : refundedTotal),
      0,
    );
    // Only the refund that completes the total has these effects; earlier and later refunds don't.
    if (refundedSum < total || refundedSum - refund.amount >= total) return;
    if (uid !== null && meetUpKey !== null) await onMeetupOrderGone(tx, { key: meetUpKey, uid, orderKey });
    await restoreDiscounts(tx, { orderKey, keys: await orders.findDiscounts(orderKey), now: clock.now() });
  };
