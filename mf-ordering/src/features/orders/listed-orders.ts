import { getOrders, meTopic, Order } from '@mahlzeit/contract';
import { INVITATION_PAGE_SIZE, isOrderPast, ORDER_PAST_AFTER_MS } from '@mahlzeit/contract/rules';
import { defineCollection } from '@mahlzeit/shared-ui/platform';
import { olderItems } from '@mahlzeit/shared-ui/platform/collections';

/** Number of orders that the list shows on each page (S2§2). */
export const ORDER_PAGE_SIZE = INVITATION_PAGE_SIZE;

/**
 * Live collection of the user's orders, the latest first. Each page of past orders is requested with one additional
 * order, which shows whether another page follows.
 */
export const liveOrders = defineCollection({
  topic: meTopic,
  collection: 'orders',
  schema: Order,
  older: olderItems<Order>({
    window: { endsAt: ({ meetUpDate }) => meetUpDate + ORDER_PAST_AFTER_MS },
    compare: (a, b) => b.meetUpDate - a.meetUpDate,
    limit: ORDER_PAGE_SIZE + 1,
    read: ({ previousEnd, limit }, { apiClient, signal }) =>
      apiClient.call(getOrders, { query: { when: 'past', before: previousEnd, limit } }, signal),
  }),
});

/** Paid orders, divided by the time of their meal. */
interface OrdersByTime {
  /** Orders whose meal is in the future, in ascending order. */
  readonly upcoming: readonly Order[];
  /** Orders whose meal is in the past, in descending order. */
  readonly past: readonly Order[];
}

/**
 * Divides the paid orders by time. Unpaid orders are left out, because users don't count them as orders. No event
 * reports that time passes, so the list calls this function each minute.
 */
export const divideByTime = (orders: readonly Order[], now: number): OrdersByTime => {
  const paidOrders = orders
    .filter(({ paymentStatus }) => paymentStatus === 'SUCCEEDED')
    .sort((a, b) => a.meetUpDate - b.meetUpDate);
  return {
    upcoming: paidOrders.filter((order) => !isOrderPast(order, now)),
    past: paidOrders.filter((order) => isOrderPast(order, now)).reverse(),
  };
};
