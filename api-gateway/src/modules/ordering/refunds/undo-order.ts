import type { Clock, WriteTransaction } from '../../../platform';
import { restoreDiscounts } from '../../discovery';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { RefundReactions } from './settle-refund';

/** A diner's paid order for a meetup. `key` is the key of the meetup. */
export interface MeetupOrder {
  readonly key: string;
  readonly uid: string;
  readonly orderKey: string;
}

interface OrderUndoDeps {
  readonly clock: Pick<Clock, 'now'>;
  /** Runs in the transaction of the refund that completes the full refund of a meetup's order. */
  readonly onMeetupOrderGone: (tx: WriteTransaction, order: MeetupOrder) => Promise<void>;
}

/**
 * Creates the function that removes a fully refunded order from its meetup and makes its vouchers available again. It
 * runs in the transaction of the last refund.
 */
export const createOrderUndo =
  ({ clock, onMeetupOrderGone }: OrderUndoDeps): RefundReactions['onRefunded'] =>
  async (tx, { order, refund }) => {
    const { key: orderKey, uid, meetUpKey, total, paymentStatus } = order;
    // Does nothing for an unpaid order: its vouchers are already available, and it never counted for a meetup.
    if (paymentStatus !== 'SUCCEEDED') return;
    const orders = createOrderRepository(tx.knex);
    const refundedSum = (await createRefundRepository(tx.knex).listOf([orderKey])).reduce(
      (refundedTotal, { state, amount }) => (state === 'SUCCEEDED' ? refundedTotal + amount : refundedTotal),
      0,
    );
    // Acts only for the refund that completes the total, and not for earlier or later refunds.
    if (refundedSum < total || refundedSum - refund.amount >= total) return;
    if (uid !== null && meetUpKey !== null) await onMeetupOrderGone(tx, { key: meetUpKey, uid, orderKey });
    await restoreDiscounts(tx, { orderKey, keys: await orders.findDiscounts(orderKey), now: clock.now() });
  };
