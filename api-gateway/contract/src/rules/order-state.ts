import type { Order } from '../order';
import type { Restaurant } from '../restaurant';
import type { Cents, Ms } from '../values';
import { berlinDay, minuteMs, nextMidnight, startOfDay } from './day';
import { isLunchServedAt } from './lunch';
import { areHoursUnknown, isOpenAt, isResting, orderLeadMinutes } from './opening-hours';
import type { LunchHours } from './opening-hours';

/**
 * Time after the meal at which an order becomes past (S2§4, T13). An invitation, in contrast, becomes past at its date.
 */
export const ORDER_PAST_AFTER_MS = 30 * minuteMs;

/** Checks whether an order is past: more than half an hour has passed since its meal. */
export const isOrderPast = ({ meetUpDate }: Pick<Order, 'meetUpDate'>, now: Ms): boolean =>
  meetUpDate + ORDER_PAST_AFTER_MS < now;

/**
 * Returns the time from which on a restaurant can't accept an order any more; the gateway then refunds an unaccepted
 * order.
 */
export const acceptingEndsAt = ({ meetUpDate }: Pick<Order, 'meetUpDate'>): Ms => meetUpDate + ORDER_PAST_AFTER_MS;

/** Reasons for which a restaurant can't accept an order. */
export type AcceptError = 'refunded' | 'moneyGoesBack' | 'over';

/** Fields of an order that decide whether the restaurant can accept it. */
export interface AcceptableOrder extends Pick<Order, 'meetUpDate'> {
  /** Part of the order's total in cents that is neither refunded nor about to be refunded. */
  readonly remainingAmount: Cents;
  /**
   * Whether the gateway has begun to refund the order because the restaurant had not accepted it in time; also true
   * where the provider has refused that refund.
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

/** Computes the amount in cents that remains paid after all completed and all owed refunds. */
export const amountAfterAllRefunds = (order: Pick<Order, 'totalPrice' | 'refunded'> & OwedRefunds): Cents =>
  order.openRefunds.reduce((remaining, { amount }) => remaining - amount, paidAmount(order));

/**
 * Refunds that are owed but not completed. Diner and restaurant see different ones, so the caller passes those that
 * count.
 */
interface OwedRefunds {
  readonly openRefunds: readonly Pick<Order['openRefunds'][number], 'amount'>[];
}

/**
 * State of a paid order, for lists, the order's page, mails and the partner console (Decision 38). `partlyPending` and
 * `partlyConfirmed`: a part of the money is refunded, and the rest of the order waits for the restaurant or is
 * accepted. `refundPending`: all money will be refunded, but the provider hasn't confirmed this yet.
 */
export type PaidOrderState =
  | 'pending'
  | 'confirmed'
  | 'partlyPending'
  | 'partlyConfirmed'
  | 'refundPending'
  | 'canceledCompletely'
  | 'canceledByRestaurant';

/**
 * Returns the state of a paid order. An order counts as canceled only if all its money was refunded, by restaurant or
 * gateway (Decision 38). Every text about the state of an order uses this function.
 */
export const paidOrderState = (
  order: Pick<Order, 'totalPrice' | 'refunded' | 'accepted'> & OwedRefunds,
): PaidOrderState => {
  if (paidAmount(order) <= 0 && order.refunded.length > 0)
    return order.refunded.some(({ reason }) => reason.startsWith('restaurant_declined'))
      ? 'canceledByRestaurant'
      : 'canceledCompletely';
  const remainingCents = amountAfterAllRefunds(order);
  if (remainingCents <= 0 && order.openRefunds.length > 0) return 'refundPending';
  if (remainingCents !== order.totalPrice) return order.accepted ? 'partlyConfirmed' : 'partlyPending';
  return order.accepted ? 'confirmed' : 'pending';
};

const STATUS_BY_PAID_ORDER_STATE: Readonly<Record<PaidOrderState, Order['status']>> = {
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
  STATUS_BY_PAID_ORDER_STATE[paidOrderState({ ...order, openRefunds: [] })];

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

/** Fields of a restaurant that decide for which times diners can order. */
export type OrderingPlace = LunchHours & Pick<Restaurant, 'orderForerunMinutes'>;

/**
 * Time in milliseconds that a diner may take to pay: when the gateway takes the money, the meal may be closer than the
 * kitchen's lead time by this much (Decision 35).
 */
export const PAYING_TIME_MS = 5 * minuteMs;

interface OrderTime {
  /** Time at which the meal is eaten or fetched. */
  readonly meetUpAt: Ms;
  /** Time of the meetup to which the order belongs; null without one. */
  readonly meetup: Ms | null;
  readonly place: OrderingPlace;
  /** Whether the order was placed earlier and now its money is taken or has arrived. */
  readonly isBeingPaid?: boolean;
}

// Checks whether the place serves at a time of today. If its opening hours are unknown, only a holiday closure excludes
// a time.
const isServedAt = (place: OrderingPlace, meetUpAt: Ms): boolean =>
  areHoursUnknown(place, meetUpAt) ? !isResting(place, meetUpAt) : isOpenAt(place, meetUpAt);

/**
 * Checks the time for which a diner orders, in the sequence of S2§5 (T11): the time is today, on the day of the meetup,
 * not too soon, and the place is open then. A time exactly at the end of the kitchen's lead time is valid. Returns null
 * for a valid time.
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

/**
 * Returns the last instant of a minute that begins at `minuteStart`. A page renders once a minute, so the times that it
 * offers must be orderable until it renders again.
 */
export const endOfShownMinute = (minuteStart: Ms): Ms => minuteStart + minuteMs - 1;

const slotMs = 15 * minuteMs;

/**
 * Returns the quarters of an hour from the earliest possible meal to the end of today, regardless of the opening hours.
 */
const quartersLeft = (place: OrderingPlace, now: Ms): Ms[] => {
  const earliestSlot = Math.ceil((now + orderLeadMinutes(place) * minuteMs) / slotMs) * slotMs;
  const slotCount = Math.max(0, Math.ceil((nextMidnight(now) - earliestSlot) / slotMs));
  return Array.from({ length: slotCount }, (_, index) => earliestSlot + index * slotMs);
};

/** Returns the times of today for which diners can order: quarters of an hour, earliest first (T09). */
export const orderSlots = (place: OrderingPlace, now: Ms): Ms[] =>
  quartersLeft(place, now).filter((meetUpAt) => orderTimeError({ meetUpAt, meetup: null, place }, now) === null);

const createDishSlotTest =
  (place: OrderingPlace, isLunch: boolean, now: Ms): ((meetUpAt: Ms) => boolean) =>
  (meetUpAt) =>
    (!isLunch || isLunchServedAt(place, meetUpAt)) && orderTimeError({ meetUpAt, meetup: null, place }, now) === null;

/**
 * Returns the times of today for which diners can order a kind of dish, earliest first: for lunch dishes only while
 * lunch is served.
 */
export const dishSlots = (place: OrderingPlace, isLunch: boolean, now: Ms): Ms[] =>
  quartersLeft(place, now).filter(createDishSlotTest(place, isLunch, now));

/**
 * Returns the last instant of today at which diners can order a kind of dish: its last possible meal time less the
 * kitchen's lead time. The instant may be past. Returns null on a day without a possible time.
 */
export const orderingEndsAt = (place: OrderingPlace, isLunch: boolean, now: Ms): Ms | null => {
  const lastSlot = dishSlots(place, isLunch, startOfDay(berlinDay(now))).at(-1);
  return lastSlot === undefined ? null : lastSlot - orderLeadMinutes(place) * minuteMs;
};

/** Checks whether diners can't order a kind of dish any more today, because no time for it is left. */
export const isOrderingOver = (place: OrderingPlace, isLunch: boolean, now: Ms): boolean =>
  !quartersLeft(place, now).some(createDishSlotTest(place, isLunch, now));
