import { PartnerOrder, pathOf, refundPartnerOrder } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import { openCounter } from './counter';
import { proxyLiveSocket } from './live-between';
import { expect } from './world-test';

const MINUTE_MS = 60_000;

/**
 * Opens the partner console (called counter in these names). `changeOrder` changes the orders before the page receives
 * them, so that other tests of the same gateway see them unchanged.
 */
const openCounterWith = async (page: Page, changeOrder: (order: PartnerOrder) => readonly PartnerOrder[]) => {
  const liveProxy = await proxyLiveSocket(page, (liveItem) =>
    liveItem.collection === 'orders'
      ? changeOrder(PartnerOrder.parse(liveItem.value)).map((order) => ({ ...liveItem, key: order.key, value: order }))
      : liveItem,
  );
  await openCounter(page);
  return liveProxy;
};

/** Returns the order with an added full refund that the payment provider refused. */
const addRefusedRefund = (order: PartnerOrder): PartnerOrder => ({
  ...order,
  openRefunds: [
    {
      amount: order.totalPrice,
      reason: 'restaurant_declined_sold_out',
      date: order.createdAt + MINUTE_MS,
      isRefused: true,
    },
  ],
});

/**
 * Returns the order together with two orders of other users. The first order has waited too long, and the last one is
 * the newest.
 */
const createThreeWaitingOrders = (order: PartnerOrder): readonly PartnerOrder[] => [
  addRefusedRefund({
    ...order,
    key: `${order.key}-urgent`,
    orderId: 'K417',
    customer: 'Jule P.',
    meetUpDate: order.createdAt + 14 * MINUTE_MS,
  }),
  order,
  {
    ...order,
    key: `${order.key}-late`,
    orderId: 'A960',
    customer: 'Maximilian-Alexander S.',
    meetUpDate: order.meetUpDate + 15 * MINUTE_MS,
    isTakeAway: false,
  },
];

/** Opens the details of the first order. In a wide window the partner console shows them already. */
export const openFirstOrder = async (page: Page): Promise<void> => {
  const firstOrderRow = page.locator('[data-part="row"]').first();
  if ((await firstOrderRow.getAttribute('aria-expanded')) === 'false') await firstOrderRow.click();
};

/** Shows the menu, unless the window is wide enough to show it next to the orders. */
export const showCounterMenu = async (page: Page): Promise<void> => {
  const menuTab = page.getByRole('button', { name: 'Karte heute' });
  if (await menuTab.isVisible()) await menuTab.click();
};

/** Opens the form of a dish and fills in all details that a restaurant can state: allergens, additives and alcohol. */
export const openFilledDishForm = async (page: Page): Promise<void> => {
  await showCounterMenu(page);
  await page
    .getByRole('button', { name: /ändern$/ })
    .first()
    .click();
  for (const fieldsetName of [/^Allergene/, /^Zusatzstoffe/])
    await page.getByRole('button', { name: fieldsetName }).click();
  await page.getByRole('button', { name: 'mit Alkohol' }).click();
};

/** Returns the dialog in which the partner console asks for confirmation. */
export const counterConfirmDialog = (page: Page) => page.getByRole('alertdialog');

/** Requests a refund of the whole first order. Stops when the partner console asks for confirmation. */
export const openRefundQuestion = async (page: Page): Promise<void> => {
  await openFirstOrder(page);
  await page.getByRole('button', { name: /^Alles, / }).click();
  await page.getByRole('radio', { name: 'Versehen des Gastes' }).check();
  await page
    .getByRole('region', { name: 'Erstatten' })
    .getByRole('button', { name: /erstatten/ })
    .click();
  await expect(counterConfirmDialog(page)).toBeVisible();
};

/** Requests to close the restaurant for today. Stops when the partner console asks for confirmation. */
export const openClosingQuestion = async (page: Page): Promise<void> => {
  await showCounterMenu(page);
  await page.getByRole('button', { name: 'Heute schließen' }).click();
  await expect(counterConfirmDialog(page)).toBeVisible();
};

/**
 * Requests to accept all orders while several orders wait, one of them too long. Stops when the partner console asks
 * for confirmation.
 */
export const openAcceptAllQuestion = async (page: Page): Promise<void> => {
  await openCounterWith(page, createThreeWaitingOrders);
  await page.getByRole('button', { name: /^Alle \d+ annehmen$/ }).click();
  await expect(counterConfirmDialog(page)).toBeVisible();
};

/** Opens an order whose refund the payment provider refused. */
export const openRefusedRefund = async (page: Page): Promise<void> => {
  await openCounterWith(page, (order) => [addRefusedRefund(order)]);
  await openFirstOrder(page);
  await page.getByText(/sind nicht zurückgegangen/).scrollIntoViewIfNeeded();
};

/** Requests a refund. The gateway responds with 503, so the partner console can't know whether the refund was made. */
export const leaveRefundUnsettled = async (page: Page): Promise<void> => {
  await page.route(`**${pathOf(refundPartnerOrder, { params: { key: '*' } })}`, (route) =>
    route.fulfill({ status: 503, json: { code: 'providerUnavailable', message: 'x', requestId: 'x' } }),
  );
  await openCounter(page);
  await openRefundQuestion(page);
  await counterConfirmDialog(page)
    .getByRole('button', { name: /erstatten$/ })
    .click();
  await expect(page.getByText(/^Wird geprüft/)).toBeVisible();
};

/** Pattern of the console error about the response 503 that leaves a refund's outcome unknown. */
export const UNSETTLED_REFUND_PATTERN = /\/refund\b/;

/** Pattern of the console errors about live requests that fail while the partner console has no connection. */
export const LOST_CONNECTION_PATTERN = /net::ERR_FAILED .*\/api\/live/;

/**
 * Cuts the live connection of the partner console while several orders wait. One order has waited too long, and one has
 * a refused refund.
 */
export const disconnectCounter = async (page: Page): Promise<void> => {
  const liveProxy = await openCounterWith(page, createThreeWaitingOrders);
  await openFirstOrder(page);
  await liveProxy.disconnect();
  await expect(page.getByText(/^Verbindung verloren/)).toBeVisible();
};
