import type { Order } from '@mahlzeit/contract';
import { amountAfterAllRefunds, berlinDay, isOrderPast, paidOrderState, paidAmount } from '@mahlzeit/contract/rules';
import type { PaidOrderState } from '@mahlzeit/contract/rules';
import { defineTexts, formatDate, formatPrice, formatTime } from '@mahlzeit/shared-ui/platform';
import type { BadgeTone, IconSource } from '@mahlzeit/shared-ui/ui';
import type { TimelineStep } from '@mahlzeit/shared-ui/ui/order';
import { Ban, Check, CircleCheck, Clock, ShoppingBag, Undo2, Utensils } from 'lucide-react';
import de from './locales/de.json';

/** German texts about orders. */
export const { useTexts, text } = defineTexts('ordering-orders', de);

/** Badge that shows the status of an order. */
interface StatusBadge {
  readonly tone: BadgeTone;
  readonly icon: IconSource;
  readonly label: string;
}

/** Fields of an order that decide its state. */
export type OrderRefundState = Parameters<typeof paidOrderState>[0];

/**
 * Returns the badge of a paid order: green if it is confirmed, red if it is cancelled, yellow if only a part of it is
 * (S2§4, Decision 38). A past order can't be confirmed any more, so its badge names only a cancelled part.
 */
const badgeOfPaidState = (paidState: PaidOrderState, { isPast }: { readonly isPast: boolean }): StatusBadge => {
  switch (paidState) {
    case 'pending':
      return { tone: 'neutral', icon: Clock, label: text('Pending') };
    case 'confirmed':
      return { tone: 'ok', icon: CircleCheck, label: text('Confirmed') };
    case 'partlyPending':
      return { tone: 'warn', icon: Undo2, label: text(isPast ? 'CanceledPartly' : 'RestIsPending') };
    case 'partlyConfirmed':
      return { tone: 'warn', icon: Undo2, label: text(isPast ? 'CanceledPartly' : 'RestIsComing') };
    case 'refundPending':
      return { tone: 'warn', icon: Undo2, label: text('MoneyComesBack') };
    case 'canceledCompletely':
      return { tone: 'err', icon: Ban, label: text('CanceledCompletely') };
    case 'canceledByRestaurant':
      return { tone: 'err', icon: Ban, label: text('CanceledByRestaurant') };
  }
};

/** Returns the badge of an order, in the list and on its page. */
export const orderBadgeAt = (order: OrderRefundState & Pick<Order, 'meetUpDate'>, now: number): StatusBadge =>
  badgeOfPaidState(paidOrderState(order), { isPast: isOrderPast(order, now) });

/** Returns whether no dish of an order remains once all open refunds have succeeded. */
export const isFullRefundPending = (order: OrderRefundState): boolean => paidOrderState(order) === 'refundPending';

/**
 * Returns the badge beside the order's number: whether the restaurant has accepted the order, or which part of it
 * remains.
 */
export const pickupTicketBadge = (order: OrderRefundState): StatusBadge => {
  const paidState = paidOrderState(order);
  const ticketBadge = badgeOfPaidState(
    paidState === 'partlyConfirmed' ? 'confirmed' : paidState === 'partlyPending' ? 'pending' : paidState,
    { isPast: false },
  );
  return ticketBadge.tone === 'ok' ? { ...ticketBadge, label: text('ConfirmedByPlace') } : ticketBadge;
};

/** Returns where the diner eats, in German: `Vor Ort` or `Zum Mitnehmen`. */
export const mealPlaceLabel = ({ isTakeAway }: Pick<Order, 'isTakeAway'>): string =>
  text(isTakeAway ? 'TakeAway' : 'InStore');

/** Returns where the diner eats, in German and in the short form `Mitnehmen`. */
export const shortMealPlaceLabel = ({ isTakeAway }: Pick<Order, 'isTakeAway'>): string =>
  text(isTakeAway ? 'TakeAwayShort' : 'InStore');

/** Returns the restaurant's name, or a placeholder when the restaurant was deleted. */
export const restaurantNameOf = ({ restaurant }: Pick<Order, 'restaurant'>): string =>
  restaurant?.name ?? text('RestaurantGone');

type CompletedRefund = Order['refunded'][number];

/** Returns the German text for the reason of a refund. */
export const refundReasonLabel = ({ reason }: Pick<CompletedRefund, 'reason'>): string => text(`Reason_${reason}`);

/** Lists the reasons of an order's refunds, each only once. */
export const refundReasonsLabel = ({ refunded }: Pick<Order, 'refunded'>): string =>
  [...new Set(refunded.map(refundReasonLabel))].join(', ');

/** Returns the sum of an order's refunds, in cents. */
export const refundedTotalOf = (order: Pick<Order, 'totalPrice' | 'refunded'>): number =>
  order.totalPrice - paidAmount(order);

/** Returns whether the whole order was refunded, so that no dish is left. */
export const isFullyCanceled = (order: Pick<Order, 'totalPrice' | 'refunded'>): boolean =>
  order.refunded.length > 0 && paidAmount(order) <= 0;

/** Formats the day of an instant without its weekday: `14. Oktober`. */
export const formattedDateOf = (instantMs: number): string => formatDate(berlinDay(instantMs));

/**
 * Returns whether the page explains how to cancel the rest of an order. Cancelling is possible only by phone, because
 * all orders are for the same day (S2§2, Decision 23).
 */
export const shouldShowCancelHint = (
  order: Pick<Order, 'totalPrice' | 'refunded' | 'openRefunds' | 'meetUpDate'>,
  now: number,
): boolean => amountAfterAllRefunds(order) > 0 && !isOrderPast(order, now);

interface DatedTimelineStep extends TimelineStep {
  readonly date: number;
}

const refundTimelineStep = ({ amount, date }: CompletedRefund, index: number): DatedTimelineStep => ({
  key: `refund-${index}`,
  date,
  state: 'done',
  icon: Undo2,
  title: text('StepRefund'),
  text: text('StepRefundText', { amount: formatPrice(amount) }),
  time: formatTime(date),
});

const mealTimelineStep = ({ isTakeAway, meetUpDate }: Order, now: number): DatedTimelineStep => ({
  key: 'meal',
  date: meetUpDate,
  state: meetUpDate <= now ? 'done' : 'todo',
  icon: isTakeAway ? ShoppingBag : Utensils,
  title: text(isTakeAway ? 'StepPickup' : 'StepMeal'),
  text: text('StepMealText'),
  time: formatTime(meetUpDate),
});

/** Returns the timeline's step for the restaurant's answer; an empty list when the restaurant never answered. */
const restaurantAnswerSteps = (order: Order, now: number): readonly TimelineStep[] => {
  const { accepted, refunded } = order;
  const [earliestRefund] = refunded;
  if (isFullyCanceled(order) && earliestRefund !== undefined) {
    return [
      {
        key: 'canceled',
        state: 'bad',
        icon: Ban,
        title: orderBadgeAt(order, now).label,
        text: text('StepReason', { reason: refundReasonsLabel(order) }),
        time: formatTime(earliestRefund.date),
      },
    ];
  }
  if (accepted)
    return [{ key: 'answer', state: 'done', icon: Check, title: text('Confirmed'), text: text('StepConfirmedText') }];
  if (isOrderPast(order, now) || isFullRefundPending(order)) return [];
  return [{ key: 'answer', state: 'now', icon: Clock, title: text('StepLooking'), text: text('StepLookingText') }];
};

/** Returns the steps of a paid order for its timeline, past and future ones. */
export const orderTimelineOf = (
  order: Order,
  { now, payment: paymentText }: { readonly now: number; readonly payment: string },
): readonly TimelineStep[] => {
  const paymentTimelineStep: TimelineStep = {
    key: 'paid',
    state: 'done',
    icon: Check,
    title: text('StepPaid'),
    text: paymentText,
    time: formatTime(order.createdAt),
  };
  const datedSteps = [
    ...order.refunded.map(refundTimelineStep),
    ...(isFullyCanceled(order) || isFullRefundPending(order) ? [] : [mealTimelineStep(order, now)]),
  ].sort((a, b) => a.date - b.date);
  return [
    paymentTimelineStep,
    ...restaurantAnswerSteps(order, now),
    ...datedSteps.map(({ date: _date, ...step }) => step),
  ];
};
