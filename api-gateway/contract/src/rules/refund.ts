import type { Order } from '../order';
import type { Cents, Ms } from '../values';
import { addMonths, berlinClock, berlinDay, instantOf, minuteMs } from './day';

/** Calendar months after a payment within which providers refund it (S2§8). */
export const REFUND_WINDOW_MONTHS = 11;

/** Reasons for which an amount of an order can't be refunded. */
export type RefundError = 'refundExceedsAmount' | 'refundOncePerDay' | 'refundWindowExpired';

/** Fields of an order that decide whether an amount can be refunded. */
export interface RefundableOrder extends Pick<Order, 'totalPrice' | 'createdAt'> {
  /** Completed and pending refunds, without failed ones. */
  readonly refunds: readonly { readonly amount: Cents; readonly date: Ms }[];
}

/**
 * Returns the last instant at which an order can be refunded. Providers count from the beginning of the payment, which
 * is the time of the order.
 */
export const refundEndsAt = ({ createdAt }: Pick<Order, 'createdAt'>): Ms =>
  instantOf(addMonths(berlinDay(createdAt), REFUND_WINDOW_MONTHS), berlinClock(createdAt)) + (createdAt % minuteMs);

/** Computes the part of a payment that can still be refunded. */
export const refundableAmount = ({ totalPrice, refunds }: Pick<RefundableOrder, 'totalPrice' | 'refunds'>): Cents =>
  refunds.reduce((remainingCents, { amount }) => remainingCents - amount, totalPrice);

/**
 * Checks a refund (S2§8): not too late, not more than the refundable amount, not the same amount twice on one day in
 * Berlin. Returns null when the refund is allowed.
 */
export const refundError = (amount: Cents, order: RefundableOrder, now: Ms): RefundError | null => {
  if (now > refundEndsAt(order)) return 'refundWindowExpired';
  if (amount > refundableAmount(order)) return 'refundExceedsAmount';
  const today = berlinDay(now);
  return order.refunds.some((refund) => refund.amount === amount && berlinDay(refund.date) === today)
    ? 'refundOncePerDay'
    : null;
};
