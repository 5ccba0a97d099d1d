import { getOrder, Order, pathOf } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import { proxyLiveSocket } from './live-between';
import { TEST_DAY } from './partner';
import { fetchOriginalAnswer } from './original-answer';

/**
 * Key of the order that the demo user Anna placed today and its restaurant accepted
 * (api-gateway/src/seeds/demo/orders.ts).
 */
const ORDER_KEY = `demo-order-${TEST_DAY}-1`;

/**
 * Opens today's order of the demo user Anna. `changeOrder` changes the order before the page receives it, so the data
 * of the gateway stays unchanged.
 */
const openChangedOrder = async (page: Page, changeOrder: (order: Order) => Partial<Order>): Promise<void> => {
  const applyOrderChange = (rawOrder: unknown): Order => {
    const order = Order.parse(rawOrder);
    return { ...order, ...changeOrder(order) };
  };
  await page.route(`**${pathOf(getOrder, { params: { orderKey: ORDER_KEY } })}`, async (route) => {
    const response = await fetchOriginalAnswer(route);
    await route.fulfill({ response, json: applyOrderChange(await response.json()) });
  });
  await proxyLiveSocket(page, (liveItem) =>
    liveItem.collection === 'orders' && liveItem.key === ORDER_KEY
      ? { ...liveItem, value: applyOrderChange(liveItem.value) }
      : liveItem,
  );
  // A page that is already open has received the unchanged order. Opening a blank page first makes it reload.
  await page.goto('about:blank');
  await page.goto(`/restaurants#order/${ORDER_KEY}`);
};

/** Opens the order as if its restaurant had declined it, with a full refund. */
export const openDeclinedOrder = (page: Page): Promise<void> =>
  openChangedOrder(page, ({ totalPrice, createdAt }) => ({
    accepted: false,
    status: 'CanceledByRestaurant',
    refunded: [{ amount: totalPrice, reason: 'restaurant_declined_no_capacity', date: createdAt + 60_000 }],
  }));

/** Opens the order with a payment whose outcome the gateway doesn't know. */
export const openUnsettledOrder = (page: Page): Promise<void> =>
  openChangedOrder(page, () => ({ accepted: false, status: 'Pending', paymentStatus: 'UNKNOWN' }));

/** Opens the order as if the demo user Anna had paid for it although its restaurant could not fulfil it. */
export const openOrderPaidInVain = (page: Page): Promise<void> =>
  openChangedOrder(page, () => ({ accepted: false, status: 'Pending', paymentStatus: 'FAILED', isPaidInVain: true }));
