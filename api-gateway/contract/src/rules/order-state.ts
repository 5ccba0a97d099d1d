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

/** Returns the time from which a restaurant can't accept an order any more: an unaccepted order is refunded then. */
export const acceptingEndsAt = ({ meetUpDate }: Pick<Order, 'meetUpDate'>): Ms => meetUpDate + ORDER_PAST_AFTER_MS;

/** Reasons for which a restaurant can't accept an order. */
export type AcceptError = 'refunded' | 'moneyGoesBack' | 'over';

/** Fields of an order that decide whether its restaurant can accept it. */
export interface AcceptableOrder extends Pick<Order, 'meetUpDate'> {
  /** Part of the total that isn't refunded and isn't being refunded. */
  readonly remainingAmount: Cents;
  /**
   * Whether the gateway has begun to refund the order because nobody had accepted it, also where the provider has
   * refused
   * the refund.
   */
  readonly hasAutomaticRefund: boolean;
}

/** Returns the reason why a restaurant can't accept an order any more; null if it can. */
export const acceptRefusalOf = (order: AcceptableOrder, now: Ms): AcceptError | null => {
  if (order.remainingAmount <= 0) return 'refunded';
  if (order.hasAutomaticRefund) return 'moneyGoesBack';
  return now >= acceptingEndsAt(order) ? 'over' : null;
};

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

/**
 * Time in milliseconds that paying may take: when the money is about to be taken, the lead time may be shorter by this
 * time (Decision 35).
 */
export const PAYING_TIME_MS = 5 * minuteMs;

interface OrderTime {
  /** Time at which the meal is eaten or fetched. */
  readonly meetUpAt: Ms;
  /** Time of the meetup; null without one. */
  readonly meetup: Ms | null;
  readonly place: OrderingPlace;
  /** Whether the order was placed before and its money is about to be taken or has arrived. */
  readonly isBeingPaid?: boolean;
}

// For unknown hours only a holiday closure excludes a time of today.
const isServedAt = (place: OrderingPlace, meetUpAt: Ms): boolean =>
  areHoursUnknown(place) ? !isResting(place, meetUpAt) : isOpenAt(place, meetUpAt);

/**
 * Checks the time of an order in the sequence of S2§5 (T11): today, on the day of its meetup, not too soon, open. A
 * time exactly as far ahead as the lead time is valid. Returns null for a valid time.
 */
export const orderTimeError = (
  { meetUpAt, meetup, place, isBeingPaid = false }: OrderTime,
  now: Ms,
): OrderTimeError | null => {
  const mealDay = berlinDay(meetUpAt);
  if (mealDay !== berlinDay(now)) return 'ErrorOrderNotToday';
  if (meetup !== null && berlinDay(meetup) !== mealDay) return 'ErrorOrderWrongDay';
  const leadMs = orderLeadMinutes(place) * minuteMs - (isBeingPaid ? PAYING_TIME_MS : 0);
  if (meetUpAt - now < leadMs) return 'ErrorOrderTooSoon';
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
