import type { Order } from '../order';
import type { Cents, Ms } from '../values';
import { berlinDay, minuteMs } from './day';
import { isOpenAt, isResting, orderLeadMinutes } from './opening-hours';
import type { OrderTimes } from './opening-hours';
import { areHoursUnknown } from './restaurant';

/** How long after its time an order still counts as upcoming (S2§4, T13); an invitation is past at its very date. */
export const ORDER_PAST_AFTER_MS = 30 * minuteMs;

/** Whether an order is past. */
export const isOrderPast = ({ meetUpDate }: Pick<Order, 'meetUpDate'>, now: Ms): boolean =>
  meetUpDate + ORDER_PAST_AFTER_MS < now;

/** What the diner has really paid. */
export const paidAmount = ({ totalPrice, refunded }: Pick<Order, 'totalPrice' | 'refunded'>): Cents =>
  refunded.reduce((rest, { amount }) => rest - amount, totalPrice);

/** How an order stands (S2§4, C18): what the restaurant declined comes first. */
export const orderStatus = (order: Pick<Order, 'totalPrice' | 'refunded' | 'accepted'>): Order['status'] => {
  const paid = paidAmount(order);
  if (paid !== order.totalPrice) {
    if (order.refunded.some(({ reason }) => reason.startsWith('restaurant_declined'))) return 'CanceledByRestaurant';
    return paid === 0 ? 'CanceledCompletely' : 'CanceledPartly';
  }
  return order.accepted ? 'Confirmed' : 'Pending';
};

/** What the diner has paid once all that is owed has gone back too. */
export const paidInTheEnd = (order: Pick<Order, 'totalPrice' | 'refunded' | 'openRefunds'>): Cents =>
  order.openRefunds.reduce((rest, { amount }) => rest - amount, paidAmount(order));

/** Whether its diner can rate an order: one that is past, was paid and has not gone back whole, nor is to. */
export const isRatable = (
  order: Pick<Order, 'meetUpDate' | 'paymentStatus' | 'totalPrice' | 'refunded' | 'openRefunds'>,
  now: Ms,
): boolean => order.paymentStatus === 'SUCCEEDED' && isOrderPast(order, now) && paidInTheEnd(order) > 0;

/** Why an order can't be for a time. */
export type OrderTimeError = 'ErrorOrderNotToday' | 'ErrorOrderWrongDay' | 'ErrorOrderTooSoon' | 'restaurantClosed';

/** Fields of Restaurant that decide for when one can order. */
export interface OrderingPlace extends OrderTimes {
  /** Set where hours are known that nobody could parse. */
  readonly openingHoursText: string | null;
}

interface OrderTime {
  /** When the meal is eaten or fetched. */
  readonly at: Ms;
  /** The meetup that it is for; null where there is none. */
  readonly meetup: Ms | null;
  readonly place: OrderingPlace;
}

// Where nobody knows the hours, nothing but a holiday closure speaks against a time of today.
const isServedAt = (place: OrderingPlace, at: Ms): boolean =>
  areHoursUnknown(place) ? !isResting(place, at) : isOpenAt(place, at);

/**
 * Checks the time of an order in the order of S2§5 (T11): today, on the day of its meetup, not too soon, open. Exactly
 * the lead time is enough. null: it can be.
 */
export const orderTimeError = ({ at, meetup, place }: OrderTime, now: Ms): OrderTimeError | null => {
  const day = berlinDay(at);
  if (day !== berlinDay(now)) return 'ErrorOrderNotToday';
  if (meetup !== null && berlinDay(meetup) !== day) return 'ErrorOrderWrongDay';
  if (at - now < orderLeadMinutes(place) * minuteMs) return 'ErrorOrderTooSoon';
  return isServedAt(place, at) ? null : 'restaurantClosed';
};

/** Every quarter of an hour of today that can be ordered for, the first one first (T09). */
export const orderSlots = (place: OrderingPlace, now: Ms): Ms[] => {
  const step = 15 * minuteMs;
  const slots: Ms[] = [];
  const day = berlinDay(now);
  for (
    let at = Math.ceil((now + orderLeadMinutes(place) * minuteMs) / step) * step;
    berlinDay(at) === day;
    at += step
  ) {
    if (orderTimeError({ at, meetup: null, place }, now) === null) slots.push(at);
  }
  return slots;
};
