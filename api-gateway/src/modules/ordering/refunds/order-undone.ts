import type { Clock, WriteTransaction } from '../../../platform';
import { giveDiscountsBack } from '../../discovery';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { RefundNews } from './give-back';

/** An order of a diner for a meetup. */
export interface MeetupOrder {
  readonly key: string;
  readonly uid: string;
  readonly orderKey: string;
}

interface OrderUndoneDeps {
  readonly clock: Pick<Clock, 'now'>;
  /** Told inside the write in which all of such an order has gone back. */
  readonly onMeetupOrderGone: (tx: WriteTransaction, order: MeetupOrder) => Promise<void>;
}

/**
 * Undoes what a paid order has taken, inside the write in which the last of its money went back: its place in a meetup
 * and its vouchers.
 */
export const createOrderUndone =
  ({ clock, onMeetupOrderGone }: OrderUndoneDeps): RefundNews['onGiven'] =>
  async (tx, { order, refund }) => {
    const { key: orderKey, uid, meetUpKey, total, paymentStatus } = order;
    // What was never paid has given its vouchers back before, and was nobody's order for a meetup.
    if (uid === null || paymentStatus !== 'SUCCEEDED') return;
    const orders = createOrderRepository(tx.knex);
    const sum = (await createRefundRepository(tx.knex).listOf([orderKey])).reduce(
      (all, { state, amount }) => (state === 'SUCCEEDED' ? all + amount : all),
      0,
    );
    // It is the last one alone that makes it whole.
    if (sum < total || sum - refund.amount >= total) return;
    if (meetUpKey !== null) await onMeetupOrderGone(tx, { key: meetUpKey, uid, orderKey });
    await giveDiscountsBack(tx, { uid, keys: await orders.findDiscounts(orderKey), now: clock.now() });
  };
