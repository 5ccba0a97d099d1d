import type { Page } from '@playwright/test';
import { COUNTER_RESTAURANT, createCounterDiner, openCounter } from '../../world/counter';
import type { CounterDish } from '../../world/counter';
import { readTimeOrigin } from '../../world/locators';
import { refuseWebSockets } from '../../world/poor-lines';
import { advanceClock } from '../../world/sandbox';
import { startWorld } from '../../world/start-world';
import type { World } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';
import { findAxeViolations } from '../screens/axe-look';

const test = testInWorld(() => startWorld({ content: 'demo' }));

const TABLET_VIEWPORT = { width: 820, height: 1180 };
const DESKTOP_VIEWPORT = { width: 1440, height: 900 };

const NOON_ORDER_COUNT = 60;
const NOON_DURATION_MS = 600_000;

const putDishOnMenu = async (
  { partner }: World,
  dishName: string,
  price: number,
): Promise<{ readonly dish: CounterDish; readonly restaurant: Awaited<ReturnType<typeof partner.getRestaurant>> }> => {
  const restaurant = await partner.getRestaurant(COUNTER_RESTAURANT.routingName);
  const { key } = await partner.putDish(`probe-${price}`, restaurant, { name: dishName, price });
  return { dish: { key, name: dishName, price }, restaurant };
};

const orderRowByNumber = (page: Page, orderNumber: string) =>
  page.getByRole('listitem').filter({ hasText: orderNumber }).first();
const acceptButtons = (page: Page) =>
  page.getByRole('button', { name: / annehmen$/ }).and(page.locator('[data-part="accept"]'));

test('a restaurant signs in by its own token alone', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/401|404/);
  await page.goto('/partner');
  const signIn = async (token: string): Promise<void> => {
    await page.getByLabel('Schlüssel deines Lokals').fill(token);
    await page.getByRole('button', { name: 'Anmelden' }).click();
  };
  await signIn('mzp_falsch');
  await expect(page.getByText(/gilt nicht oder nicht mehr/)).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await signIn('partner-token-of-the-tests');
  await expect(page.getByText(/gilt für alle Lokale/)).toBeVisible();
  await signIn(COUNTER_RESTAURANT.token);
  await expect(page.getByText('Verbunden', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Verbunden', { exact: true })).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
});

test('a restaurant whose network lets no WebSocket through gets its orders as soon, even behind another page', async ({
  page,
  ownWorld,
}) => {
  const { dish, restaurant } = await putDishOnMenu(ownWorld, 'Probeschale', 990);
  const anna = await createCounterDiner(ownWorld, restaurant);
  await refuseWebSockets(page.context());
  await openCounter(page);
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }));
  const { orderId } = await anna.readOrder(await anna.orderDish(dish));
  await expect(orderRowByNumber(page, orderId)).toBeVisible();
});

test('orders arrive live, are accepted by mouse and by keys, and money goes back in part, then whole', async ({
  page,
  ownWorld,
}) => {
  const { dish, restaurant } = await putDishOnMenu(ownWorld, 'Probeteller', 1090);
  const anna = await createCounterDiner(ownWorld, restaurant);
  await page.setViewportSize(DESKTOP_VIEWPORT);
  await openCounter(page);
  expect(await findAxeViolations(page)).toEqual([]);

  const firstOrderId = await anna.orderDish(dish, { amount: 2, comments: 'Ohne Zwiebeln' });
  const { orderId } = await anna.readOrder(firstOrderId);
  await test.step('accepted by mouse', async () => {
    await expect(orderRowByNumber(page, orderId)).toContainText('Wunsch');
    await expect(page).toHaveTitle(/^\(\d+\) /);
    await page.getByRole('button', { name: `${orderId} annehmen` }).click();
    await expect.poll(async () => (await anna.readOrder(firstOrderId)).accepted).toBe(true);
  });

  await test.step('accepted by key', async () => {
    const secondOrderId = await anna.orderDish(dish, { time: '12:45' });
    const { orderId: orderNumber } = await anna.readOrder(secondOrderId);
    await orderRowByNumber(page, orderNumber).getByRole('button').first().click();
    await page.keyboard.press('a');
    await expect.poll(async () => (await anna.readOrder(secondOrderId)).accepted).toBe(true);
  });

  const refundOrder = async (refundChoiceName: RegExp, refundReason: string): Promise<void> => {
    await page.getByRole('button', { name: refundChoiceName }).click();
    await page.getByLabel(refundReason).check();
    await page.keyboard.press('e');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /erstatten$/ })
      .click();
    await expect(page.getByText(/gehen an .* zurück/)).toBeVisible();
  };
  await test.step('one of two goes back, then the rest', async () => {
    await orderRowByNumber(page, orderId).getByRole('button').first().click();
    await expect(page.getByText('Ohne Zwiebeln').last()).toBeVisible();
    await refundOrder(/^1\s×\sProbeteller/, 'Ausverkauft');
    await expect
      .poll(async () => (await anna.readOrder(firstOrderId)).refunded.map(({ amount, reason }) => [amount, reason]))
      .toEqual([[1090, 'restaurant_declined_sold_out']]);
    expect((await anna.readOrder(firstOrderId)).items.map(({ refundedAmount }) => refundedAmount)).toEqual([1]);
    // The same amount of an order can be refunded only once a day. The partner console shows this before it sends a
    // request.
    await page.getByRole('button', { name: /^Alles, 10,90/ }).click();
    await expect(page.getByText(/heute schon erstattet/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Anderer Betrag' }).click();
    await page.getByLabel('Betrag in Euro').fill('10,89');
    await page.getByLabel('Kein Platz').check();
    await page.keyboard.press('e');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /erstatten$/ })
      .click();
    await expect(page.getByText(/höchstens 0,01/)).toBeVisible();
    await refundOrder(/^Alles, 0,01/, 'Versehen des Gastes');
    await expect(page.getByText('Alles ist erstattet.')).toBeVisible();
    await expect
      .poll(async () =>
        (await anna.readOrder(firstOrderId)).refunded.reduce((refundedSum, { amount }) => refundedSum + amount, 0),
      )
      .toBe(2180);
  });
});

test('what a tablet changes at its counter goes to open menus and carts: a dish sold out in two taps, a price, a discount, a closing', async ({
  page,
  context,
  ownWorld,
}) => {
  const {
    dish: { name },
  } = await putDishOnMenu(ownWorld, 'Letzter Teller', 1190);
  const dinerPage = await context.newPage();
  await dinerPage.goto(`/restaurants#details/${COUNTER_RESTAURANT.routingName}`);
  const dish = dinerPage.getByRole('listitem').filter({ hasText: name });
  const changeDialog = dinerPage.getByRole('alertdialog', { name: 'Dein Warenkorb hat sich geändert' });
  const expectMenuChange = async (changeText: string): Promise<void> => {
    await expect(changeDialog).toContainText(changeText);
    await changeDialog.getByRole('button', { name: 'Verstanden' }).click();
  };
  await expect(dish.first()).toContainText(/11,90/);
  const timeOriginBefore = await readTimeOrigin(dinerPage);
  await page.setViewportSize(TABLET_VIEWPORT);
  await openCounter(page);

  await test.step('a dish is sold out in two taps from the orders, and comes back', async () => {
    await page.getByRole('button', { name: 'Karte heute' }).click();
    await page.getByRole('switch', { name: `${name} ist verfügbar` }).click();
    await expect(dish).toHaveCount(0);
    await expect(page.getByText(/Ausverkauft seit/)).toBeVisible();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect(dish.first()).toBeVisible();
  });

  await test.step('C05 a price, for the menu and for who has the dish in the cart', async () => {
    await dish.first().getByRole('button', { name: 'In den Warenkorb' }).click();
    await page.getByRole('button', { name: `„${name}“ ändern` }).click();
    await page.getByLabel('Preis in Euro').fill('12,40');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('button', { name: 'Ohne Angabe speichern' }).click();
    await expectMenuChange(`Neuer Preis: ${name} (jetzt 12,40\u00a0€ statt 11,90\u00a0€)`);
    await expect(dish.first()).toContainText(/12,40/);
  });

  await test.step('C05 a discount, and its end', async () => {
    await page.getByRole('button', { name: 'Rabatt hinzufügen' }).click();
    await page.getByLabel('Rabatt in Prozent').fill('50');
    await page.getByRole('radio', { name }).check();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expectMenuChange(`Jetzt mit Rabatt: ${name} (jetzt 6,20\u00a0€ statt 12,40\u00a0€)`);
    await expect(dish.first()).toContainText(/statt 12,40\s€ jetzt 6,20\s€/);
    await page.getByRole('button', { name: `„50 % auf ${name}“ beenden` }).click();
    await expectMenuChange(`Ein Rabatt gilt nicht mehr: ${name} (jetzt 12,40\u00a0€ statt 6,20\u00a0€)`);
    await expect(dish.first()).not.toContainText('jetzt');
  });

  await test.step('C07 a closing: nothing can be ordered for today, and the cart is empty', async () => {
    await page.getByRole('button', { name: 'Heute schließen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Heute schließen' }).click();
    await expect(dinerPage.getByRole('heading', { name: 'Für heute ist Schluss' })).toBeVisible();
    await expect(dish.getByRole('button', { name: 'In den Warenkorb' })).toHaveCount(0);
  });
  expect(await readTimeOrigin(dinerPage)).toBe(timeOriginBefore);
});

test('at noon sixty orders in ten minutes arrive live while others are accepted, with one tap each and by keys too', async ({
  page,
  ownWorld,
}) => {
  test.slow();
  const { dish, restaurant } = await putDishOnMenu(ownWorld, 'Mittagsteller', 990);
  const anna = await createCounterDiner(ownWorld, restaurant);
  await page.setViewportSize(TABLET_VIEWPORT);
  await openCounter(page);
  const orderCountBefore = await acceptButtons(page).count();
  const acceptedUrls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/accept')) acceptedUrls.push(request.url());
  });

  const placedOrderIds: string[] = [];
  const placeNextOrder = async (orderNumber: number): Promise<void> => {
    await advanceClock(ownWorld, NOON_DURATION_MS / NOON_ORDER_COUNT);
    placedOrderIds.push(await anna.orderDish(dish, { time: orderNumber % 2 === 0 ? '12:45' : '13:00' }));
  };
  const tapFirstAcceptButton = (): Promise<void> => acceptButtons(page).first().click();
  const chosenAcceptButton = page
    .locator('[data-order]', { has: page.locator('[data-part="row"][aria-expanded="true"]') })
    .locator('[data-part="accept"]');
  const pressChosenAcceptButton = async (): Promise<void> => {
    await acceptButtons(page).first().waitFor();
    // If no new order is selected, the first press of the key „a“ selects one.
    if ((await chosenAcceptButton.count()) === 0) await page.keyboard.press('a');
    await chosenAcceptButton.waitFor();
    await page.keyboard.press('a');
  };
  // Each new order arrives while the partner console accepts an earlier one.
  for (let orderNumber = 0; orderNumber < NOON_ORDER_COUNT; orderNumber += 1)
    await Promise.all([
      placeNextOrder(orderNumber),
      ...(orderCountBefore + orderNumber === 0
        ? []
        : [orderNumber % 2 === 0 ? tapFirstAcceptButton() : pressChosenAcceptButton()]),
    ]);
  for (let remainingTaps = Math.max(1, orderCountBefore); remainingTaps > 0; remainingTaps -= 1)
    await tapFirstAcceptButton();
  await expect(acceptButtons(page)).toHaveCount(0);
  await expect
    .poll(async () =>
      (await Promise.all(placedOrderIds.map((orderKey) => anna.readOrder(orderKey)))).every((order) => order.accepted),
    )
    .toBe(true);
  expect([acceptedUrls.length, new Set(acceptedUrls).size]).toEqual([
    orderCountBefore + NOON_ORDER_COUNT,
    orderCountBefore + NOON_ORDER_COUNT,
  ]);
});
