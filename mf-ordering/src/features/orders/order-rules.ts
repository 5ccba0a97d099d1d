import type { Order } from '@mahlzeit/contract';

/** An order is past half an hour after its meetup (S2§4); an invitation at its very date. */
const PAST_AFTER_MS = 30 * 60_000;

/** Paid orders by the time of their meetup. */
interface OrdersByTime {
  /** The next one first. */
  readonly upcoming: readonly Order[];
  /** The latest one first. */
  readonly past: readonly Order[];
}

const isPast = ({ meetUpDate }: Order, now: number): boolean => meetUpDate + PAST_AFTER_MS < now;

/** Only what was paid is an order to the reader. Time makes no op, so this is asked each minute. */
export const byTime = (orders: readonly Order[], now: number): OrdersByTime => {
  const paid = orders.filter(({ paymentStatus }) => paymentStatus === 'SUCCEEDED').sort((a, b) => a.meetUpDate - b.meetUpDate);
  return {
    upcoming: paid.filter((order) => !isPast(order, now)),
    past: paid.filter((order) => isPast(order, now)).reverse(),
  };
};

/** What the reader really paid, in cents. */
export const paidAmount = ({ totalPrice, refunded }: Order): number => refunded.reduce((rest, { amount }) => rest - amount, totalPrice);
