import type { Clock, WriteTransaction } from '../../../platform';
import { giveDiscountsBack } from '../../discovery';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { RefundNews } from './settle-refund';

/** Order of a diner for a meetup. */
export interface MeetupOrder {
  readonly key: string;
  readonly uid: string;
  readonly orderKey: string;
}

interface OrderUndoDeps {
  readonly clock: Pick<Clock, 'now'>;
  /** Runs in the transaction in which the last money of such an order has gone back. */
  readonly onMeetupOrderGone: (tx: WriteTransaction, order: MeetupOrder) => Promise<void>;
}

/** Frees a fully refunded order's place in its meetup and its vouchers, in the transaction of its last refund. */
export const createOrderUndo =
  ({ clock, onMeetupOrderGone }: OrderUndoDeps): RefundNews['onRefunded'] =>
  async (tx, { order, refund }) => {
    const { key: orderKey, uid, meetUpKey, total, paymentStatus } = order;
    // An unpaid order has freed its vouchers before, and was no order for a meetup.
    if (uid === null || paymentStatus !== 'SUCCEEDED') return;
    const orders = createOrderRepository(tx.knex);
    const sum = (await createRefundRepository(tx.knex).listOf([orderKey])).reduce(
      (refundedTotal, { state, amount }) => (state === 'SUCCEEDED' ? refundedTotal + amount : refundedTotal),
      0,
    );
    // Only the last refund completes the total.
    if (sum < total || sum - refund.amount >= total) return;
    if (meetUpKey !== null) await onMeetupOrderGone(tx, { key: meetUpKey, uid, orderKey });
    await giveDiscountsBack(tx, { uid, keys: await orders.findDiscounts(orderKey), now: clock.now() });
  };
