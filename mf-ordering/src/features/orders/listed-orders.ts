import { getOrders, meTopic, Order } from '@mahlzeit/contract';
import { INVITATION_PAGE_SIZE, isOrderPast, ORDER_PAST_AFTER_MS } from '@mahlzeit/contract/rules';
import { defineCollection } from '@mahlzeit/shared-ui/platform';
import { olderItems } from '@mahlzeit/shared-ui/platform/collections';

/** Number of orders on a page (S2§2). */
export const ORDER_PAGE_SIZE = INVITATION_PAGE_SIZE;

/**
 * Orders of the user, the latest first. Past orders come in pages with one row more, which tells whether another page
 * follows.
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

/** Paid orders by the time of their meetup. */
interface OrdersByTime {
  /** In ascending order. */
  readonly upcoming: readonly Order[];
  /** In descending order. */
  readonly past: readonly Order[];
}

/**
 * Divides the paid orders by time; unpaid ones are no orders to the user. Time passes without an event, so this runs
 * each minute.
 */
export const byTime = (orders: readonly Order[], now: number): OrdersByTime => {
  const paidOrders = orders
    .filter(({ paymentStatus }) => paymentStatus === 'SUCCEEDED')
    .sort((a, b) => a.meetUpDate - b.meetUpDate);
  return {
    upcoming: paidOrders.filter((order) => !isOrderPast(order, now)),
    past: paidOrders.filter((order) => isOrderPast(order, now)).reverse(),
  };
};
