import type { Order } from '@mahlzeit/contract';
import { berlinDay, isOrderPast, paidInTheEnd, paidAmount } from '@mahlzeit/contract/rules';
import { defineTexts, formatDate, formatPrice, formatTime } from '@mahlzeit/shared-ui/platform';
import type { BadgeTone, IconSource } from '@mahlzeit/shared-ui/ui';
import type { TimelineStep } from '@mahlzeit/shared-ui/ui/order';
import { Ban, Check, CircleCheck, Clock, ShoppingBag, Undo2, Utensils } from 'lucide-react';
import de from './locales/de.json';

/** German texts of orders. */
export const { useTexts, text } = defineTexts('ordering-orders', de);

/** Status in the form of a Badge. */
interface StatusBadge {
  readonly tone: BadgeTone;
  readonly icon: IconSource;
  readonly label: string;
}

/** Returns the badge of a status (S2§4): green for confirmed, red for cancelled, else pending. */
export const badgeOf = (status: Order['status']): StatusBadge => {
  switch (status) {
    case 'Pending':
      return { tone: 'neutral', icon: Clock, label: text('Pending') };
    case 'Confirmed':
      return { tone: 'ok', icon: CircleCheck, label: text('Confirmed') };
    case 'CanceledPartly':
      return { tone: 'err', icon: Undo2, label: text('CanceledPartly') };
    case 'CanceledCompletely':
      return { tone: 'err', icon: Ban, label: text('CanceledCompletely') };
    case 'CanceledByRestaurant':
      return { tone: 'err', icon: Ban, label: text('CanceledByRestaurant') };
  }
};

type Standing = Pick<Order, 'status' | 'totalPrice' | 'refunded' | 'openRefunds'>;

/** Whether no dish is left once all open refunds are done. */
export const isOwedWhole = (order: Pick<Order, 'totalPrice' | 'refunded' | 'openRefunds'>): boolean =>
  order.openRefunds.length > 0 && paidInTheEnd(order) <= 0;

/** Returns the badge of an order, also of one whose whole price is owed. */
export const standingBadge = (order: Standing): StatusBadge =>
  isOwedWhole(order) ? { tone: 'warn', icon: Undo2, label: text('MoneyComesBack') } : badgeOf(order.status);

/** Returns the badge for the rest of an order: a partial refund cancels no meal, whoever refunded it. */
export const remainderBadge = (order: Standing): StatusBadge =>
  isCanceledInPart(order) && !isOwedWhole(order) ? badgeOf('CanceledPartly') : standingBadge(order);

/** Returns the badge of the ticket: after a partial refund it says whether the restaurant has accepted the rest. */
export const ticketBadge = (order: Standing & Pick<Order, 'accepted'>): StatusBadge => {
  if (isOwedWhole(order)) return standingBadge(order);
  const badge = badgeOf(isCanceledInPart(order) ? (order.accepted ? 'Confirmed' : 'Pending') : order.status);
  return badge.tone === 'ok' ? { ...badge, label: text('ConfirmedByPlace') } : badge;
};

/** Returns `Vor Ort` or `Zum Mitnehmen`. */
export const placeLabel = ({ isTakeAway }: Pick<Order, 'isTakeAway'>): string =>
  text(isTakeAway ? 'TakeAway' : 'InStore');

/** Returns the short form, `Mitnehmen`. */
export const shortPlaceLabel = ({ isTakeAway }: Pick<Order, 'isTakeAway'>): string =>
  text(isTakeAway ? 'TakeAwayShort' : 'InStore');

/** Returns the restaurant's name; a removed restaurant has none. */
export const placeName = ({ restaurant }: Pick<Order, 'restaurant'>): string =>
  restaurant?.name ?? text('RestaurantGone');

type Refunded = Order['refunded'][number];

/** Returns the text of a refund's reason. */
export const reasonLabel = ({ reason }: Pick<Refunded, 'reason'>): string => text(`Reason_${reason}`);

/** Lists all reasons, each once. */
export const reasonsLabel = ({ refunded }: Pick<Order, 'refunded'>): string =>
  [...new Set(refunded.map(reasonLabel))].join(', ');

/** Returns the sum of an order's refunds, in cents. */
export const refundedTotal = (order: Pick<Order, 'totalPrice' | 'refunded'>): number =>
  order.totalPrice - paidAmount(order);

/** Whether no dish of the order is left. */
export const isCanceledWhole = (order: Pick<Order, 'totalPrice' | 'refunded'>): boolean =>
  order.refunded.length > 0 && paidAmount(order) <= 0;

/** Whether a part of the order was refunded and a part is left. */
export const isCanceledInPart = (order: Pick<Order, 'totalPrice' | 'refunded'>): boolean =>
  order.refunded.length > 0 && paidAmount(order) > 0;

/** Formats the day of a moment without its weekday: `14. Oktober`. */
export const dateOf = (ms: number): string => formatDate(berlinDay(ms));

/**
 * Whether the rest of an order might still be cancelled: by phone only, because all orders are for the same day (S2§2,
 * Decision 23).
 */
export const showsCancelHint = (
  order: Pick<Order, 'totalPrice' | 'refunded' | 'openRefunds' | 'meetUpDate'>,
  now: number,
): boolean => paidInTheEnd(order) > 0 && !isOrderPast(order, now);

interface DatedStep extends TimelineStep {
  readonly date: number;
}

const refundStep = ({ amount, date }: Refunded, index: number): DatedStep => ({
  key: `refund-${index}`,
  date: date,
  state: 'done',
  icon: Undo2,
  title: text('StepRefund'),
  text: text('StepRefundText', { amount: formatPrice(amount) }),
  time: formatTime(date),
});

const mealStep = ({ isTakeAway, meetUpDate }: Order, now: number): DatedStep => ({
  key: 'meal',
  date: meetUpDate,
  state: meetUpDate <= now ? 'done' : 'todo',
  icon: isTakeAway ? ShoppingBag : Utensils,
  title: text(isTakeAway ? 'StepPickup' : 'StepMeal'),
  text: text('StepMealText'),
  time: formatTime(meetUpDate),
});

/** Returns the step of the restaurant's answer; none where it never answered. */
const answerStep = (order: Order, now: number): readonly TimelineStep[] => {
  const { accepted, refunded, status } = order;
  const [first] = refunded;
  if (isCanceledWhole(order) && first !== undefined) {
    return [
      {
        key: 'canceled',
        state: 'bad',
        icon: Ban,
        title: badgeOf(status).label,
        text: text('StepReason', { reason: reasonsLabel(order) }),
        time: formatTime(first.date),
      },
    ];
  }
  if (accepted)
    return [{ key: 'answer', state: 'done', icon: Check, title: text('Confirmed'), text: text('StepConfirmedText') }];
  if (isOrderPast(order, now) || isOwedWhole(order)) return [];
  return [{ key: 'answer', state: 'now', icon: Clock, title: text('StepLooking'), text: text('StepLookingText') }];
};

/** Returns the past and future steps of a paid order. */
export const timelineOf = (
  order: Order,
  { now, payment }: { readonly now: number; readonly payment: string },
): readonly TimelineStep[] => {
  const paidStep: TimelineStep = {
    key: 'paid',
    state: 'done',
    icon: Check,
    title: text('StepPaid'),
    text: payment,
    time: formatTime(order.createdAt),
  };
  const laterSteps = [
    ...order.refunded.map(refundStep),
    ...(isCanceledWhole(order) || isOwedWhole(order) ? [] : [mealStep(order, now)]),
  ].sort((a, b) => a.date - b.date);
  return [paidStep, ...answerStep(order, now), ...laterSteps.map(({ date: _at, ...step }) => step)];
};
