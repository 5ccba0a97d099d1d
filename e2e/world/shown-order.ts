import { getOrder, Order, pathOf } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import { standBetween } from './live-between';
import { TODAY } from './partner';

/** Anna's order of today that its place has accepted (api-gateway/seeds/demo/orders.ts). */
const KEY = `demo-order-${TODAY}-1`;

/** Opens that order as `change` makes it; the world, which others share, stays as it is. */
const openOrderAs = async (page: Page, change: (order: Order) => Partial<Order>): Promise<void> => {
  const changed = (value: unknown): Order => {
    const order = Order.parse(value);
    return { ...order, ...change(order) };
  };
  await page.route(`**${pathOf(getOrder, { params: { orderKey: KEY } })}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: changed(await response.json()) });
  });
  await standBetween(page, (item) =>
    item.collection === 'orders' && item.key === KEY ? { ...item, value: changed(item.value) } : item,
  );
  // Afresh: whoever is there already has heard of it as it is.
  await page.goto('about:blank');
  await page.goto(`/restaurants#order/${KEY}`);
};

/** The order, declined by its place: all of it goes back. */
export const openDeclinedOrder = (page: Page): Promise<void> =>
  openOrderAs(page, ({ totalPrice, createdAt }) => ({
    accepted: false,
    status: 'CanceledByRestaurant',
    refunded: [{ amount: totalPrice, reason: 'restaurant_declined_no_capacity', date: createdAt + 60_000 }],
  }));

/** The order, of which nobody knows yet whether it is paid. */
export const openUnsettledOrder = (page: Page): Promise<void> =>
  openOrderAs(page, () => ({ accepted: false, status: 'Pending', paymentStatus: 'UNKNOWN' }));

/** The order, for which money was taken though nothing could be had for it. */
export const openOrderPaidInVain = (page: Page): Promise<void> =>
  openOrderAs(page, () => ({ accepted: false, status: 'Pending', paymentStatus: 'FAILED', isPaidInVain: true }));
