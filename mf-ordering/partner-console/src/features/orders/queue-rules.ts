import type { PartnerOrder } from '@mahlzeit/contract';
import { acceptingEndsAt, acceptRefusalOf, berlinDay, ORDER_PAST_AFTER_MS, startOfDay } from '@mahlzeit/contract/rules';
import type { AcceptError } from '@mahlzeit/contract/rules';
import { refundableAmount } from '../refunds';

/**
 * Whether an order belongs to a past day. An order for late in the evening counts as today's after midnight, until
 * `ORDER_PAST_AFTER_MS` after its meal time.
 */
export const isOfPastDay = ({ meetUpDate }: Pick<PartnerOrder, 'meetUpDate'>, now: number): boolean =>
  meetUpDate < Math.min(startOfDay(berlinDay(now)), now - ORDER_PAST_AFTER_MS);

/**
 * Whether the restaurant must still accept or refund an order. An order whose whole price is refunded, or is being
 * refunded, needs no answer.
 */
export const needsAnswer = (order: PartnerOrder): boolean => !order.accepted && refundableAmount(order) > 0;

/**
 * Returns the reason why the restaurant can't accept an order, by the gateway's rule; null when it can, or has accepted
 * it.
 */
export const acceptRefusal = (order: PartnerOrder, now: number): AcceptError | null =>
  order.accepted
    ? null
    : acceptRefusalOf(
        {
          meetUpDate: order.meetUpDate,
          remainingAmount: refundableAmount(order),
          hasAutomaticRefund: order.hasAutomaticRefund,
        },
        now,
      );

/** Returns whether an order waits for the restaurant's answer, so that the restaurant can still accept it. */
export const isWaiting = (order: PartnerOrder, now: number): boolean =>
  needsAnswer(order) && acceptRefusal(order, now) === null;

/** Compares orders by their meal time, then by the time at which they were placed. */
export const byMealTime = (firstOrder: PartnerOrder, secondOrder: PartnerOrder): number =>
  firstOrder.meetUpDate - secondOrder.meetUpDate ||
  firstOrder.createdAt - secondOrder.createdAt ||
  (firstOrder.orderId < secondOrder.orderId ? -1 : 1);

/**
 * Time in ms before the meal from which on the console sounds a reminder if the restaurant hasn't answered the order.
 */
const REMINDER_LEAD_MS = 600_000;

/** Returns the time at which the gateway refunds an unanswered order automatically. */
export const automaticRefundAt = ({ meetUpDate }: Pick<PartnerOrder, 'meetUpDate'>): number =>
  acceptingEndsAt({ meetUpDate });

/** Returns whether an order has waited too long for the restaurant's answer. */
export const isOverdue = (order: PartnerOrder, now: number): boolean =>
  isWaiting(order, now) && now >= order.meetUpDate - REMINDER_LEAD_MS;

/** Numbers of today's accepted and refunded orders up to now, and their income. */
export interface OrderDayTotals {
  readonly accepted: number;
  readonly refundedCount: number;
  /** Total price of the accepted orders in cents, less refunds. */
  readonly amount: number;
}

/**
 * Calculates the totals of the orders that the restaurant has accepted or refunded; orders without an answer aren't
 * counted.
 */
export const orderDayTotalsOf = (orders: readonly PartnerOrder[]): OrderDayTotals => {
  const answeredOrders = orders.filter((order) => !needsAnswer(order));
  const servedOrders = answeredOrders.filter((order) => refundableAmount(order) > 0);
  return {
    accepted: servedOrders.length,
    refundedCount: answeredOrders.length - servedOrders.length,
    amount: servedOrders.reduce((totalCents, order) => totalCents + refundableAmount(order), 0),
  };
};

/** Keys of the orders in the list (queue) of the restaurant's console, in the sequence in which it shows them. */
export interface QueueArrangement {
  readonly waiting: readonly string[];
  readonly answered: readonly string[];
}

/** Empty list of orders, before the first orders arrive. */
export const emptyArrangement: QueueArrangement = { waiting: [], answered: [] };

const orderKeysOf = (orders: readonly PartnerOrder[]): readonly string[] => orders.map(({ key }) => key);

const areKeysEqual = (firstKeys: readonly string[], secondKeys: readonly string[]): boolean =>
  firstKeys.length === secondKeys.length && firstKeys.every((key, index) => key === secondKeys[index]);

/** Sorts orders by meal time into the two groups of the list: waiting and answered. */
const arrangeByMealTime = (orders: readonly PartnerOrder[]): QueueArrangement => {
  const sortedOrders = [...orders].sort(byMealTime);
  return {
    waiting: orderKeysOf(sortedOrders.filter(needsAnswer)),
    answered: orderKeysOf(sortedOrders.filter((order) => !needsAnswer(order))),
  };
};

/** Keeps existing rows of the list of orders in their places and appends new rows. */
const keepRowPositions = (orders: readonly PartnerOrder[], previousArrangement: QueueArrangement): QueueArrangement => {
  const orderKeySet = new Set(orderKeysOf(orders));
  const previousKeys = new Set([...previousArrangement.waiting, ...previousArrangement.answered]);
  const newArrangement = arrangeByMealTime(orders.filter(({ key }) => !previousKeys.has(key)));
  return {
    waiting: [...previousArrangement.waiting.filter((key) => orderKeySet.has(key)), ...newArrangement.waiting],
    answered: [...previousArrangement.answered.filter((key) => orderKeySet.has(key)), ...newArrangement.answered],
  };
};

/**
 * Sorts the rows of the list of orders. While a user touches the list, existing rows don't move, so that no other order
 * moves under the finger.
 */
export const arrangeQueue = (
  orders: readonly PartnerOrder[],
  previous: QueueArrangement,
  isQueueInUse: boolean,
): QueueArrangement => {
  const nextArrangement = isQueueInUse ? keepRowPositions(orders, previous) : arrangeByMealTime(orders);
  return areKeysEqual(nextArrangement.waiting, previous.waiting) &&
    areKeysEqual(nextArrangement.answered, previous.answered)
    ? previous
    : nextArrangement;
};

/**
 * Returns the order key of the row one step below or above the chosen row; the first and last row are the limits.
 * Returns the first row if none is chosen.
 */
export const neighbourRowKeyOf = (
  rowKeys: readonly string[],
  chosenKey: string | null,
  rowStep: 1 | -1,
): string | null => {
  const index = chosenKey === null ? -1 : rowKeys.indexOf(chosenKey);
  return index < 0
    ? (rowKeys[0] ?? null)
    : (rowKeys[Math.min(rowKeys.length - 1, Math.max(0, index + rowStep))] ?? null);
};

/**
 * Returns the key of the next waiting order below the chosen one, then from the top of the list; null if none waits.
 */
export const nextWaitingKeyOf = (
  { waiting }: QueueArrangement,
  selectedKey: string | null,
  isWaiting: (key: string) => boolean,
): string | null => {
  const index = selectedKey === null ? -1 : waiting.indexOf(selectedKey);
  return [...waiting.slice(index + 1), ...waiting.slice(0, Math.max(0, index))].find(isWaiting) ?? null;
};
