import type { Page } from '@playwright/test';
import { DEMO_TOWN_POSITION, startWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';
import {
  bankPage,
  CHALLENGE_CARD,
  choosePayment,
  expectOrderPage,
  fillCart,
  FRICTIONLESS_CARD,
  orderButton,
  orderSheetOn,
  paidOrderDialog,
  paymentDialog,
  readLedgerEntries,
  ROUTING_NAME,
  signInAsAnna,
} from './paying-steps';

const test = testInWorld(() => startWorld({ content: 'demo' }));
test.use({ geolocation: DEMO_TOWN_POSITION, viewport: { width: 360, height: 740 } });

/** Two tabs of one browser. The cart is filled in the first tab and may be paid in either. */
type Tabs = readonly [firstTab: Page, secondTab: Page];

/** Fills the cart in the first tab, and shows it in both tabs. */
const fillBothTabs = async (tabs: Tabs, paymentMethodName: RegExp, dishIndex = 0): Promise<void> => {
  const [firstTab, secondTab] = tabs;
  await fillCart(firstTab, 'Mitnehmen', dishIndex);
  await choosePayment(firstTab, paymentMethodName);
  await secondTab.goto('about:blank');
  await secondTab.goto(`/restaurants#details/${ROUTING_NAME}/cart`);
  for (const openTab of tabs)
    await expect(orderSheetOn(openTab).getByRole('radio', { name: paymentMethodName })).toBeChecked();
  await expect(orderButton(secondTab)).toBeEnabled();
};

/**
 * Presses the order button in both tabs at the same instant of the machine's clock. Two clicks sent from the test would
 * arrive one after the other, and the second tab would no longer show the button.
 */
const pressInBothTabs = async (tabs: Tabs): Promise<void> => {
  const orderButtons = await Promise.all(tabs.map((openTab) => orderButton(openTab).elementHandle()));
  const clickTimeMs = Date.now() + 500;
  await Promise.all(
    orderButtons.map((orderButtonHandle) =>
      orderButtonHandle?.evaluate(
        (buttonElement, clickTime) =>
          new Promise<void>((resolve) => {
            setTimeout(() => {
              if (buttonElement instanceof HTMLElement) buttonElement.click();
              resolve();
            }, clickTime - Date.now());
          }),
        clickTimeMs,
      ),
    ),
  );
};

const expectSameOrder = async ([firstTab, secondTab]: Tabs): Promise<void> => {
  for (const openTab of [firstTab, secondTab]) await expectOrderPage(openTab);
  expect(new URL(secondTab.url()).hash).toBe(new URL(firstTab.url()).hash);
};

test('pressed in two tabs in the same moment: one order, one charge, and both tabs lead to it', async ({
  page,
  context,
  ownWorld,
  consoleErrors,
}) => {
  test.slow();
  await signInAsAnna(context, consoleErrors);
  const secondTab = await context.newPage();
  const tabs: Tabs = [page, secondTab];
  const expectOrderInBothTabs = async (): Promise<void> => {
    await expectSameOrder(tabs);
    for (const openTab of tabs) await expect(paidOrderDialog(openTab)).toBeVisible();
  };

  await test.step('paid at once', async () => {
    await fillBothTabs(tabs, FRICTIONLESS_CARD);
    await pressInBothTabs(tabs);
    await expectOrderInBothTabs();
    expect(await readLedgerEntries(ownWorld)).toHaveLength(1);
  });

  await test.step('where the bank asks, either tab may answer', async () => {
    // A second order of the same dishes would open a confirmation dialog first, so the test orders another dish.
    await fillBothTabs(tabs, CHALLENGE_CARD, 1);
    await pressInBothTabs(tabs);
    for (const openTab of tabs) await expect(bankPage(openTab).getByRole('button').first()).toBeVisible();
    await bankPage(secondTab).locator('button[value="success"]').click();
    await expectOrderInBothTabs();
    expect(await readLedgerEntries(ownWorld)).toHaveLength(2);
  });
});

for (const [firstDelayMs, secondDelayMs] of [
  [1_000, 4_000],
  [4_000, 1_000],
] as const)
  test(`two tabs lead to the same order when live frames arrive ${firstDelayMs} and ${secondDelayMs} ms late`, async ({
    page,
    context,
    ownWorld,
    consoleErrors,
  }) => {
    test.slow();
    await signInAsAnna(context, consoleErrors);
    const secondTab = await context.newPage();
    const tabs: Tabs = [page, secondTab];
    const delays = new Map<Page, number>();
    for (const openTab of tabs)
      await openTab.routeWebSocket(/\/live$/, (interceptedSocket) => {
        interceptedSocket
          .connectToServer()
          .onMessage((message) => setTimeout(() => interceptedSocket.send(message), delays.get(openTab) ?? 0));
      });
    const fillTabs = async (paymentMethodName: RegExp, dishIndex: number): Promise<void> => {
      delays.clear();
      await fillBothTabs(tabs, paymentMethodName, dishIndex);
      delays.set(page, firstDelayMs).set(secondTab, secondDelayMs);
    };

    await test.step('by card', async () => {
      await fillTabs(CHALLENGE_CARD, 0);
      await pressInBothTabs(tabs);
      for (const openTab of tabs) await expect(bankPage(openTab).getByRole('button').first()).toBeVisible();
      await bankPage(page).locator('button[value="success"]').click();
      await expectSameOrder(tabs);
      expect(await readLedgerEntries(ownWorld)).toHaveLength(1);
    });

    await test.step('with PayPal', async () => {
      await fillTabs(/PayPal/, 1);
      await orderButton(page).click();
      await page.waitForURL(/\/checkoutnow\?token=/);
      await expect(paymentDialog(secondTab).getByRole('heading', { name: 'Noch nicht bezahlt' })).toBeVisible();
      await page.locator('button[value="approve"]').click();
      await expectSameOrder(tabs);
      expect(await readLedgerEntries(ownWorld)).toHaveLength(2);
    });
  });
