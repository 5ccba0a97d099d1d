import type { PartnerOrder } from '@mahlzeit/contract';
import { berlinDay, paidOrderState } from '@mahlzeit/contract/rules';
import { formatDate, formatTime } from '@mahlzeit/shared-ui/platform';
import type { BadgeTone, IconSource } from '@mahlzeit/shared-ui/ui';
import { Check, Clock, ClockAlert, Undo2 } from 'lucide-react';
import { text } from '../../console-texts';
import { refundsUnderWay } from '../refunds';
import { acceptRefusal } from './queue-rules';

/** Number of minutes from which on a label about a duration shows hours instead of minutes. */
const MIN_MINUTES_AS_HOURS = 120;

/** Formats the time until or since an instant: `in 17 Min.`, `jetzt`, `vor 4 Min.`, `vor 3 Std.` */
export const relativeTimeLabel = (instantMs: number, now: number): string => {
  const minutesUntil = Math.ceil((instantMs - now) / 60_000);
  if (minutesUntil === 0) return text('Now');
  const absoluteMinutes = Math.abs(minutesUntil);
  if (absoluteMinutes >= MIN_MINUTES_AS_HOURS)
    return text(minutesUntil > 0 ? 'InHours' : 'HoursAgo', { hours: Math.floor(absoluteMinutes / 60) });
  return text(minutesUntil > 0 ? 'InMinutes' : 'MinutesAgo', { minutes: absoluteMinutes });
};

/** Formats an instant: the time of day if it is today, otherwise the date. */
export const timeOrDateLabel = (instantMs: number, now: number): string => {
  const berlinDayOfInstant = berlinDay(instantMs);
  return berlinDayOfInstant === berlinDay(now)
    ? text('AtTime', { time: formatTime(instantMs) })
    : text('OnDay', { day: formatDate(berlinDayOfInstant) });
};

type OrderItems = Pick<PartnerOrder, 'items'>;

/**
 * Returns the dishes of an order that the kitchen still has to make, that is, those that weren't refunded. If all were
 * refunded, returns all of them.
 */
const remainingDishes = ({ items }: OrderItems): PartnerOrder['items'] => {
  const remainingItems = items.flatMap((item) =>
    item.amount > item.refundedAmount ? [{ ...item, amount: item.amount - item.refundedAmount }] : [],
  );
  return remainingItems.length === 0 ? items : remainingItems;
};

/** Lists the dishes of an order in one line, without refunded ones. If all were refunded, lists all of them. */
export const remainingDishesLabel = (order: OrderItems): string =>
  remainingDishes(order)
    .map(({ amount, name }) => text('ItemLine', { amount, name }))
    .join(', ');

/**
 * Describes where the guest eats (in the restaurant or take-away) and other facts that staff should see at once: the
 * size of a meetup, and special wishes.
 */
export const orderPlaceLabel = (order: PartnerOrder): string =>
  [
    text(order.isTakeAway ? 'TakeAway' : 'InHouse'),
    ...(order.meetUpSize === undefined ? [] : [text('Meetup', { count: order.meetUpSize })]),
    ...(remainingDishes(order).some(({ comments }) => comments !== '') ? [text('Wish')] : []),
  ].join(' · ');

/** Returns the customer's name, or a placeholder when the customer has deleted the account. */
export const customerLabel = ({ customer }: Pick<PartnerOrder, 'customer'>): string =>
  customer === '' ? text('NoName') : customer;

/**
 * Returns a text about an order that was not accepted in time: what happened to it, and what the restaurant can do.
 * Returns null while the order can be accepted or once it is answered.
 */
export const missedOrderText = (order: PartnerOrder, now: number): string | null => {
  const refusal = acceptRefusal(order, now);
  if (refusal === null || refusal === 'refunded') return null;
  const isRefundRefused = order.openRefunds.some(({ isRefused }) => isRefused);
  if (refusal === 'moneyGoesBack' && isRefundRefused) return text('MissedRefundRefused');
  return text('MissedRefundComes');
};

interface OrderStateBadge {
  readonly tone: BadgeTone;
  readonly icon: IconSource;
  readonly label: string;
}

/**
 * Returns the badge of an order: missed, new, being refunded, refunded, partly refunded or accepted. The state is the
 * one that the diner sees (Decision 38); refunds that the provider refused don't count, because the restaurant may
 * request them again.
 */
export const orderBadgeOf = (order: PartnerOrder, now: number): OrderStateBadge => {
  switch (paidOrderState({ ...order, openRefunds: refundsUnderWay(order) })) {
    case 'pending':
    case 'partlyPending':
      return acceptRefusal(order, now) !== null
        ? { tone: 'err', icon: ClockAlert, label: text('StateMissed') }
        : { tone: 'warn', icon: Clock, label: text('StateNew') };
    case 'refundPending':
      return { tone: 'warn', icon: Undo2, label: text('StateRefunding') };
    case 'canceledCompletely':
    case 'canceledByRestaurant':
      return { tone: 'err', icon: Undo2, label: text('StateRefunded') };
    case 'partlyConfirmed':
      return { tone: 'ok', icon: Check, label: text('StatePartly') };
    case 'confirmed':
      return { tone: 'ok', icon: Check, label: text('StateAccepted') };
  }
};
