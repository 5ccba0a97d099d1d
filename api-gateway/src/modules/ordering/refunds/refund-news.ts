import type { RefundReason } from '@mahlzeit/contract';
import { isOrderPast, paidOrderState } from '@mahlzeit/contract/rules';
import type { Logger } from 'pino';
import texts from '../../../../locales/de.json';
import { fillText, formatPrice, invariant } from '../../../platform';
import type { Clock, WriteTransaction } from '../../../platform';
import { findEmail } from '../../identity';
import { restOfOrderText } from '../../mail';
import type { Outbox } from '../../mail';
import { notify } from '../../notifications';
import { createOrderRepository } from '../repositories/order-repository';
import { findSeller, presentOrder } from '../order-records';
import { createAttemptRepository } from '../repositories/attempt-repository';
import { UNKNOWN_REASON } from './settle-refund';
import type { RefundReactions } from './settle-refund';

interface RefundNotifierDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly outbox: Outbox;
  readonly publicUrl: string;
}

const REASON_TEXTS: Readonly<Record<RefundReason, string>> = {
  mistake: texts.refundMistake,
  no_time: texts.refundNoTime,
  too_much_ordered: texts.refundTooMuchOrdered,
  restaurant_declined_no_capacity: texts.refundNoCapacity,
  restaurant_declined_no_reaction: texts.refundNoReaction,
  restaurant_declined_sold_out: texts.refundSoldOut,
};

/**
 * Creates the function that notifies a diner of a refund, in the transaction that completes the refund. Skips a refund
 * without a reason: its order couldn't use the payment, and the diner was already notified of that.
 */
export const createRefundNotifier =
  ({ clock, outbox, publicUrl }: RefundNotifierDeps): RefundReactions['onRefunded'] =>
  async (tx: WriteTransaction, { order, refund }) => {
    const { uid, key, number, paymentOption } = order;
    if (uid === null || refund.reason === null) return;
    const restaurantName = (await findSeller(tx.knex, order))?.name ?? '';
    const [refundedAmountText, reasonText, orderRoute] = [
      formatPrice(refund.amount),
      REASON_TEXTS[refund.reason],
      `order/${key}`,
    ];
    const presentedOrder = await presentOrder(tx.knex, order);
    const paidState = isOrderPast(presentedOrder, clock.now()) ? null : paidOrderState(presentedOrder);
    const noticeText = fillText(restaurantName === '' ? texts.noticeOrderRefunded : texts.noticeOrderRefundedAt, {
      place: restaurantName,
      reason: reasonText,
    });
    await notify(tx, {
      uid,
      kind: 'orderRefunded',
      title: fillText(texts.noticeOrderRefundedTitle, { price: refundedAmountText }),
      text: [noticeText, restOfOrderText(paidState)].filter((sentence) => sentence !== '').join(' '),
      route: orderRoute,
      sent: clock.now(),
    });
    const recipient = await findEmail(tx.knex, uid);
    if (recipient !== null)
      await outbox.enqueue(tx, {
        kind: 'orderRefunded',
        to: recipient,
        number,
        place: restaurantName,
        amount: refund.amount,
        reason: reasonText,
        standing: paidState,
        paymentOption,
        url: `${publicUrl}/restaurants#${orderRoute}`,
      });
  };

interface GivenUpDeps extends RefundNotifierDeps {
  readonly log: Pick<Logger, 'error'>;
  /** E-mail address of the support that handles payments by hand. */
  readonly paymentSupportEmail: string;
}

/**
 * Creates the function that informs the support and the diner about an automatic refund that was given up, in the
 * transaction that gives it up. It also logs the refund.
 */
export const createGivenUpNotifier =
  ({ clock, outbox, publicUrl, log, paymentSupportEmail }: GivenUpDeps): RefundReactions['onRefused'] =>
  async (tx, { key: refundKey, orderKey, amount, code }) => {
    const order = await createOrderRepository(tx.knex).find(orderKey);
    const paymentAttempt = await createAttemptRepository(tx.knex).findOfOrder(orderKey);
    invariant(order, 'order of the refund', refundKey);
    const { uid, number, paymentOption } = order;
    tx.afterCommit(() =>
      log.error(
        { order: orderKey, refund: refundKey, amount, code },
        'money does not go back: its provider refuses, and somebody has to see to it',
      ),
    );
    const restaurantName = (await findSeller(tx.knex, order))?.name ?? '';
    await outbox.enqueue(tx, {
      kind: 'refundGivenUp',
      to: paymentSupportEmail,
      number,
      place: restaurantName,
      amount,
      paymentOption,
      orderKey,
      payInId: paymentAttempt?.providerId ?? '',
      code: code === UNKNOWN_REASON ? '' : (code ?? ''),
    });
    if (uid === null) return;
    const [refundedAmountText, orderRoute] = [formatPrice(amount), `order/${orderKey}`];
    await notify(tx, {
      uid,
      kind: 'orderRefunded',
      title: texts.noticeRefundDelayedTitle,
      text: fillText(texts.noticeRefundDelayed, { price: refundedAmountText, number }),
      route: orderRoute,
      sent: clock.now(),
    });
    const recipient = await findEmail(tx.knex, uid);
    if (recipient !== null)
      await outbox.enqueue(tx, {
        kind: 'refundDelayed',
        to: recipient,
        number,
        place: restaurantName,
        amount,
        paymentSupportEmail,
        url: `${publicUrl}/restaurants#${orderRoute}`,
      });
  };
