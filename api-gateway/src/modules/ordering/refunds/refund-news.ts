import type { RefundReason } from '@mahlzeit/contract';
import texts from '../../../../locales/de.json';
import { fillText } from '../../../platform';
import type { Clock, WriteTransaction } from '../../../platform';
import { findKnownSummaries } from '../../discovery';
import { findEmail } from '../../identity';
import type { Outbox } from '../../mail';
import { notify } from '../../notifications';
import type { RefundNews } from './give-back';

interface RefundNewsDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly outbox: Outbox;
  readonly publicUrl: string;
}

const REASONS: Readonly<Record<RefundReason, string>> = {
  mistake: texts.refundMistake,
  no_time: texts.refundNoTime,
  too_much_ordered: texts.refundTooMuchOrdered,
  restaurant_declined_no_capacity: texts.refundNoCapacity,
  restaurant_declined_no_reaction: texts.refundNoReaction,
  restaurant_declined_sold_out: texts.refundSoldOut,
};

const euro = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });

/** Tells the diner that money of an order went back, inside the write in which it did; of what was paid for nothing they were told before. */
export const createGivenNews = ({ clock, outbox, publicUrl }: RefundNewsDeps): RefundNews['onGiven'] => async (tx: WriteTransaction, { order, refund }) => {
  const { uid, key, number, paymentOption } = order;
  if (uid === null || refund.reason === null) return;
  const place = (await findKnownSummaries(tx.knex, [order.restaurantKey])).get(order.restaurantKey)?.name ?? '';
  const [price, reason, route] = [euro.format(refund.amount / 100), REASONS[refund.reason], `order/${key}`];
  await notify(tx, { uid, kind: 'orderRefunded', title: fillText(texts.noticeOrderRefundedTitle, { price }), text: fillText(texts.noticeOrderRefunded, { place, reason }), route, sent: clock.now() });
  const to = await findEmail(tx.knex, uid);
  if (to !== null) await outbox.enqueue(tx, { kind: 'orderRefunded', to, number, place, amount: refund.amount, reason, paymentOption, url: `${publicUrl}/restaurants#${route}` });
};
