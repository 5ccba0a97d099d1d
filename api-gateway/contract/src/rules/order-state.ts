import type { Order } from '../order';
import type { Cents, Ms } from '../values';
import { berlinDay, minuteMs } from './day';
import { isOpenAt, isResting, orderLeadMinutes } from './opening-hours';
import type { OrderTimes } from './opening-hours';
import { areHoursUnknown } from './restaurant';

/** Time after the meal at which an order becomes past (S2§4, T13). An invitation becomes past at its date. */
export const ORDER_PAST_AFTER_MS = 30 * minuteMs;

/** Checks whether an order is past: more than half an hour has passed since its meal. */
export const isOrderPast = ({ meetUpDate }: Pick<Order, 'meetUpDate'>, now: Ms): boolean =>
  meetUpDate + ORDER_PAST_AFTER_MS < now;

/** Computes the amount that the diner has paid, less refunds. */
export const paidAmount = ({ totalPrice, refunded }: Pick<Order, 'totalPrice' | 'refunded'>): Cents =>
  refunded.reduce((remainingCents, { amount }) => remainingCents - amount, totalPrice);

/** Computes the amount that the diner has paid after all owed refunds. */
export const amountAfterAllRefunds = (order: Pick<Order, 'totalPrice' | 'refunded'> & OwedRefunds): Cents =>
  order.openRefunds.reduce((remaining, { amount }) => remaining - amount, paidAmount(order));

/** Refunds that are owed but not completed. Each reader passes those that count for that reader. */
interface OwedRefunds {
  readonly openRefunds: readonly Pick<Order['openRefunds'][number], 'amount'>[];
}

/**
 * State of a paid order, for lists, the order's page, mails and the partner console (Decision 38). `partlyPending` and
 * `partlyConfirmed`: a part of the money goes back, and the rest of the order waits or is accepted. `refundPending`:
 * all
 * money goes back, and the provider hasn't confirmed this yet.
 */
export type OrderStanding =
  | 'pending'
  | 'confirmed'
  | 'partlyPending'
  | 'partlyConfirmed'
  | 'refundPending'
  | 'canceledCompletely'
  | 'canceledByRestaurant';

/**
 * Returns the state of a paid order. An order counts as canceled only if nothing of it is left, whoever gave its money
 * back (Decision 38). Every text about the state of an order asks this function.
 */
export const orderStanding = (
  order: Pick<Order, 'totalPrice' | 'refunded' | 'accepted'> & OwedRefunds,
): OrderStanding => {
  if (paidAmount(order) <= 0 && order.refunded.length > 0)
    return order.refunded.some(({ reason }) => reason.startsWith('restaurant_declined'))
      ? 'canceledByRestaurant'
      : 'canceledCompletely';
  const remainingCents = amountAfterAllRefunds(order);
  if (remainingCents <= 0 && order.openRefunds.length > 0) return 'refundPending';
  if (remainingCents !== order.totalPrice) return order.accepted ? 'partlyConfirmed' : 'partlyPending';
  return order.accepted ? 'confirmed' : 'pending';
};

const STATUS_BY_STANDING: Readonly<Record<OrderStanding, Order['status']>> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  partlyPending: 'CanceledPartly',
  partlyConfirmed: 'CanceledPartly',
  refundPending: 'CanceledPartly',
  canceledCompletely: 'CanceledCompletely',
  canceledByRestaurant: 'CanceledByRestaurant',
};

/** Derives the status of an order from its completed refunds (S2§4, C18, Decision 38). */
export const orderStatus = (order: Pick<Order, 'totalPrice' | 'refunded' | 'accepted'>): Order['status'] =>
  STATUS_BY_STANDING[orderStanding({ ...order, openRefunds: [] })];

/**
 * Checks whether the diner can rate an order: it is past and paid, not refunded in full, and its open refunds won't
 * refund it in full.
 */
export const isRatable = (
  order: Pick<Order, 'meetUpDate' | 'paymentStatus' | 'totalPrice' | 'refunded' | 'openRefunds'>,
  now: Ms,
): boolean => order.paymentStatus === 'SUCCEEDED' && isOrderPast(order, now) && amountAfterAllRefunds(order) > 0;

/** Reasons for which the gateway refuses the time of an order. */
export type OrderTimeError = 'ErrorOrderNotToday' | 'ErrorOrderWrongDay' | 'ErrorOrderTooSoon' | 'restaurantClosed';

/** Fields of Restaurant that decide for which times diners can order. */
export interface OrderingPlace extends OrderTimes {
  /** Part of the opening hours that exists only as text; null without such a part. */
  readonly openingHoursText: string | null;
}

interface OrderTime {
  /** Time at which the meal is eaten or fetched. */
  readonly meetUpAt: Ms;
  /** Time of the meetup; null without one. */
  readonly meetup: Ms | null;
  readonly place: OrderingPlace;
}

// For unknown hours only a holiday closure excludes a time of today.
const isServedAt = (place: OrderingPlace, meetUpAt: Ms): boolean =>
  areHoursUnknown(place) ? !isResting(place, meetUpAt) : isOpenAt(place, meetUpAt);

/**
 * Checks the time of an order in the sequence of S2§5 (T11): today, on the day of its meetup, not too soon, open. A
 * time exactly as far ahead as the lead time is valid. Returns null for a valid time.
 */
export const orderTimeError = ({ meetUpAt, meetup, place }: OrderTime, now: Ms): OrderTimeError | null => {
  const mealDay = berlinDay(meetUpAt);
  if (mealDay !== berlinDay(now)) return 'ErrorOrderNotToday';
  if (meetup !== null && berlinDay(meetup) !== mealDay) return 'ErrorOrderWrongDay';
  if (meetUpAt - now < orderLeadMinutes(place) * minuteMs) return 'ErrorOrderTooSoon';
  return isServedAt(place, meetUpAt) ? null : 'restaurantClosed';
};

/** Returns every quarter of an hour of today for which diners can order, earliest first (T09). */
export const orderSlots = (place: OrderingPlace, now: Ms): Ms[] => {
  const slotMs = 15 * minuteMs;
  const slotStarts: Ms[] = [];
  const today = berlinDay(now);
  for (
    let meetUpAt = Math.ceil((now + orderLeadMinutes(place) * minuteMs) / slotMs) * slotMs;
    berlinDay(meetUpAt) === today;
    meetUpAt += slotMs
  ) {
    if (orderTimeError({ meetUpAt, meetup: null, place }, now) === null) slotStarts.push(meetUpAt);
  }
  return slotStarts;
};
