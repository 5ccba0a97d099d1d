import { getOrders, meTopic, Order } from '@mahlzeit/contract';
import { INVITATION_PAGE_SIZE, isOrderPast, ORDER_PAST_AFTER_MS } from '@mahlzeit/contract/rules';
import { defineCollection } from '@mahlzeit/shared-ui/platform';
import { olderItems } from '@mahlzeit/shared-ui/platform/collections';

/** Orders of a page (S2§2). */
export const ORDER_PAGE_SIZE = INVITATION_PAGE_SIZE;

/**
 * The reader's orders, the latest first; those that are past come in pages with one row more, which says whether there
 * is another page.
 */
export const liveOrders = defineCollection({
  topic: meTopic,
  collection: 'orders',
  schema: Order,
  older: olderItems<Order>({
    window: { endsAt: ({ meetUpDate }) => meetUpDate + ORDER_PAST_AFTER_MS },
    compare: (a, b) => b.meetUpDate - a.meetUpDate,
    limit: ORDER_PAGE_SIZE + 1,
    read: ({ before, limit }, { apiClient, signal }) =>
      apiClient.call(getOrders, { query: { when: 'past', before, limit } }, signal),
  }),
});

/** Paid orders by the time of their meetup. */
interface OrdersByTime {
  /** The next one first. */
  readonly upcoming: readonly Order[];
  /** The latest one first. */
  readonly past: readonly Order[];
}

/** Only what was paid is an order to the reader. Time makes no op, so this is asked each minute. */
export const byTime = (orders: readonly Order[], now: number): OrdersByTime => {
  const paid = orders
    .filter(({ paymentStatus }) => paymentStatus === 'SUCCEEDED')
    .sort((a, b) => a.meetUpDate - b.meetUpDate);
  return {
    upcoming: paid.filter((order) => !isOrderPast(order, now)),
    past: paid.filter((order) => isOrderPast(order, now)).reverse(),
  };
};
