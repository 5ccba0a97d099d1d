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

/** Derives the status of an order (S2§4, C18). A refusal by the restaurant has priority. */
export const orderStatus = (order: Pick<Order, 'totalPrice' | 'refunded' | 'accepted'>): Order['status'] => {
  const remainingCents = paidAmount(order);
  if (remainingCents !== order.totalPrice) {
    if (order.refunded.some(({ reason }) => reason.startsWith('restaurant_declined'))) return 'CanceledByRestaurant';
    return remainingCents === 0 ? 'CanceledCompletely' : 'CanceledPartly';
  }
  return order.accepted ? 'Confirmed' : 'Pending';
};

/** Computes the amount that the diner has paid after all owed refunds. */
export const amountAfterAllRefunds = (order: Pick<Order, 'totalPrice' | 'refunded' | 'openRefunds'>): Cents =>
  order.openRefunds.reduce((remaining, { amount }) => remaining - amount, paidAmount(order));

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
