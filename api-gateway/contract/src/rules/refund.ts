import type { Order } from '../order';
import type { Cents, Ms } from '../values';
import { addMonths, berlinClock, berlinDay, instantOf, minuteMs } from './day';

/**
 * For so many calendar months after a payment its money can go back (S2§8): the providers give nothing back any later.
 */
export const REFUND_MONTHS = 11;

/** Why an amount of an order can't go back. */
export type RefundError = 'refundExceedsAmount' | 'refundOncePerDay' | 'refundWindowExpired';

/** What of an order decides about a refund. */
export interface RefundableOrder extends Pick<Order, 'totalPrice' | 'createdAt'> {
  /** What went back or is on its way; what came to nothing doesn't count. */
  readonly given: readonly { readonly amount: Cents; readonly date: Ms }[];
}

/**
 * Until when money of an order can go back, this instant included: the providers reckon from the payment, which begins
 * with the order.
 */
export const refundEndsAt = ({ createdAt }: Pick<Order, 'createdAt'>): Ms =>
  instantOf(addMonths(berlinDay(createdAt), REFUND_MONTHS), berlinClock(createdAt)) + (createdAt % minuteMs);

/** What is left of a payment that can go back. */
export const refundableAmount = ({ totalPrice, given }: Pick<RefundableOrder, 'totalPrice' | 'given'>): Cents =>
  given.reduce((rest, { amount }) => rest - amount, totalPrice);

/**
 * Why an amount can't go back now (S2§8): too late, more than is left, or the same amount on the same day in Berlin.
 * null: it can.
 */
export const refundError = (amount: Cents, order: RefundableOrder, now: Ms): RefundError | null => {
  if (now > refundEndsAt(order)) return 'refundWindowExpired';
  if (amount > refundableAmount(order)) return 'refundExceedsAmount';
  const today = berlinDay(now);
  return order.given.some((one) => one.amount === amount && berlinDay(one.date) === today) ? 'refundOncePerDay' : null;
};
