import type { BrowserContext, FrameLocator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { ConsoleErrors } from '../../world/console-errors';
import { dialogOf, openOrder, orderSheet } from '../../world/locators';
import { ANNA, signIn } from '../../world/sign-in';
import type { World } from '../../world/start-world';
import { DEMO_TOWN, startWorld } from '../../world/start-world';
import { expect, testIn } from '../../world/world-test';
import { axeFindings } from '../screens/axe-look';

// The position is in the middle of the demo town.
const test = testIn(() => startWorld({ content: 'demo' }));
test.use({ geolocation: DEMO_TOWN, viewport: { width: 360, height: 740 } });

const PLACE = 'forno-nord';

const Entry = z.object({
  provider: z.string(),
  kind: z.string(),
  status: z.string(),
  amount: z.number(),
  reference: z.string(),
});

/** Returns all payments that were really charged, without refunds. */
const charges = async ({ sandboxUrl }: World): Promise<readonly z.infer<typeof Entry>[]> =>
  z
    .array(Entry)
    .parse(await (await fetch(`${sandboxUrl}/psp/ledger`)).json())
    .filter(({ status, kind }) => status === 'SUCCEEDED' && kind !== 'refund');

const giveFault = async ({ sandboxUrl }: World, fault: object): Promise<void> => {
  const answer = await fetch(`${sandboxUrl}/psp/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ count: 100, when: 'beforeCommit', kind: 'drop', ...fault }),
  });
  expect(answer.ok).toBe(true);
};
const endFaults = async ({ sandboxUrl }: World): Promise<void> =>
  expect((await fetch(`${sandboxUrl}/psp/faults`, { method: 'DELETE' })).ok).toBe(true);

const order = orderSheet;
const payment = (page: Page) => dialogOf(page, 'Zahlung');
const bank = (page: Page) => dialogOf(page, 'Freigabe bei deiner Bank');
const bankPage = (page: Page): FrameLocator => page.frameLocator('iframe[title="Freigabe bei deiner Bank"]');
const orderButton = (page: Page) => order(page).getByRole('button', { name: 'Zahlungspflichtig bestellen' });
const atOrder = (page: Page) => expect(page).toHaveURL(/#order\/[\w-]+$/);

/**
 * Puts a dish into the cart, chooses a time and „Vor Ort“ or „Mitnehmen“, and leaves the order sheet open. A restaurant
 * where nobody can eat in offers no such choice (`Nur zum Mitnehmen`).
 */
const fillCart = async (
  page: Page,
  orderTypeText: 'Vor Ort' | 'Mitnehmen' | 'Nur zum Mitnehmen' = 'Mitnehmen',
): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(`/restaurants#details/${PLACE}`);
  await page.getByRole('button', { name: 'In den Warenkorb' }).first().click();
  await openOrder(page);
  if (orderTypeText === 'Nur zum Mitnehmen') {
    await expect(order(page).getByText(orderTypeText, { exact: true })).toBeVisible();
    await expect(order(page).getByRole('radio', { name: /Vor Ort|Mitnehmen/ })).toHaveCount(0);
  } else
    await order(page)
      .getByRole('radio', { name: new RegExp(orderTypeText) })
      .check({ force: true });
  await order(page).getByRole('radiogroup', { name: 'Wann?' }).getByRole('radio').nth(3).check({ force: true });
};

const payWith = async (page: Page, name: RegExp): Promise<void> => {
  await order(page).getByRole('radio', { name }).check({ force: true });
};

/** Redeems one of the vouchers that the order sheet offers. */
const redeem = async (page: Page, name: string): Promise<void> => {
  await order(page)
    .getByRole('button', { name: /zur Wahl$/ })
    .click();
  const vouchers = dialogOf(page, 'Gutscheine');
  await vouchers.getByRole('button', { name: `Einlösen: ${name}` }).click();
  await vouchers.getByRole('button', { name: 'Schließen' }).click();
  await expect(order(page)).toContainText(`Gutschein „${name}“`);
};

/** Returns the amount on the order button in cents. */
const totalOf = async (page: Page): Promise<number> => {
  const [, total = ''] = /Gesamt inkl\. MwSt\.\s*(\d+,\d\d)/.exec(await order(page).innerText()) ?? [];
  return Number(total.replace(',', ''));
};

/** Finds the dialog of the paid order. */
const paidOrder = (page: Page) => dialogOf(page, 'Bestellt und bezahlt');

const WITHOUT_QUESTION = /1119/;
const CARD_WITH_BANK_QUESTION = /8183/;

/**
 * Signs in as Anna. The providers' pages belong to other sites and have no storage for the values that these tests put
 * into each page, which the browser reports as errors.
 */
const asAnna = async (context: BrowserContext, consoleErrors: ConsoleErrors): Promise<void> => {
  consoleErrors.expect(/^request to another host: http:\/\/localhost:\d+\//);
  consoleErrors.expect(/^exception: SecurityError: Failed to read the 'localStorage' property/);
  await signIn(context, ANNA);
};

test('by card: without the bank’s question, with it, refused, and left alone', async ({
  page,
  context,
  ownWorld,
  consoleErrors,
}) => {
  test.slow();
  await asAnna(context, consoleErrors);

  await test.step('without a question, less a voucher, the order is there at once, and Back doesn’t lead into the payment', async () => {
    await fillCart(page, 'Vor Ort');
    const fullTotal = await totalOf(page);
    await redeem(page, 'Entschuldigung fürs Warten');
    await payWith(page, WITHOUT_QUESTION);
    expect(await totalOf(page)).toBe(fullTotal - 500);
    await orderButton(page).dblclick();
    await atOrder(page);
    await expect(paidOrder(page)).toContainText('Vor Ort');
    await expect(paidOrder(page)).toContainText('Gutschein „Entschuldigung fürs Warten“');
    expect((await charges(ownWorld)).map(({ amount }) => amount)).toEqual([fullTotal - 500]);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`#details/${PLACE}$`));
    await expect(page.getByRole('button', { name: /Zum Warenkorb/ })).toHaveCount(0);
    await expect(payment(page)).toHaveCount(0);
  });

  await test.step('C06 with a question: the cart waits over a reload, and the bank’s page is shown again', async () => {
    await fillCart(page);
    await payWith(page, CARD_WITH_BANK_QUESTION);
    await orderButton(page).click();
    await expect(bankPage(page).getByRole('button').first()).toBeVisible();
    await page.reload();
    await expect(bankPage(page).getByRole('button').first()).toBeVisible();
    await bankPage(page).locator('button[value="success"]').click();
    await atOrder(page);
    expect(await charges(ownWorld)).toHaveLength(2);
  });

  await test.step('what is being paid can not be paid in another tab', async () => {
    await fillCart(page);
    await payWith(page, CARD_WITH_BANK_QUESTION);
    const tab = await context.newPage();
    await tab.goto(`/restaurants#details/${PLACE}/cart`);
    await expect(orderButton(tab)).toBeVisible();
    await orderButton(page).click();
    await expect(bankPage(page).getByRole('button').first()).toBeVisible();
    await expect(orderButton(tab)).toHaveCount(0);
    // The second tab shows the payment of the first tab, and may continue it.
    await expect(bankPage(tab).getByRole('button').first()).toBeVisible();
    await page.bringToFront();
    await bankPage(page).locator('button[value="success"]').click();
    await atOrder(page);
    await expect(orderButton(tab)).toHaveCount(0);
    expect(await charges(ownWorld)).toHaveLength(3);
    await tab.close();
  });

  await test.step('refused by the bank: the cart is still there, and another card pays it; nobody is asked where nobody eats in', async () => {
    await ownWorld.partner.change(await ownWorld.partner.restaurant(PLACE), { onlyTakeAway: true });
    await fillCart(page, 'Nur zum Mitnehmen');
    await payWith(page, CARD_WITH_BANK_QUESTION);
    await orderButton(page).click();
    await bankPage(page).locator('button[value="fail"]').click();
    await expect(payment(page).getByRole('alert')).toContainText(
      'Es wurde nichts abgebucht, dein Warenkorb ist noch da.',
    );
    expect(await axeFindings(page)).toEqual([]);
    await payment(page).getByRole('button', { name: 'Anders bezahlen' }).click();
    await payWith(page, WITHOUT_QUESTION);
    await orderButton(page).click();
    await atOrder(page);
    await expect(paidOrder(page)).toContainText('Zum Mitnehmen');
    expect(await charges(ownWorld)).toHaveLength(4);
  });

  await test.step('left alone: no second order until the bank has decided', async () => {
    await fillCart(page, 'Nur zum Mitnehmen');
    await payWith(page, CARD_WITH_BANK_QUESTION);
    await orderButton(page).click();
    await expect(bankPage(page).getByRole('button').first()).toBeVisible();
    await bank(page).getByRole('button', { name: 'Abbrechen' }).click();
    await expect(payment(page).getByRole('heading', { name: 'Deine Freigabe fehlt noch' })).toBeVisible();
    await expect(orderButton(page)).toHaveCount(0);
    expect(await axeFindings(page)).toEqual([]);
    await payment(page).getByRole('button', { name: 'Zurück zur Bank' }).click();
    await bankPage(page).locator('button[value="cancel"]').click();
    await expect(payment(page).getByRole('alert')).toBeVisible();
    expect(await charges(ownWorld)).toHaveLength(4);
  });
});

test('pressed in two tabs in the same moment: one order, one charge, and both tabs lead to it', async ({
  page,
  context,
  ownWorld,
  consoleErrors,
}) => {
  test.slow();
  await asAnna(context, consoleErrors);
  const tab = await context.newPage();
  const tabs = [page, tab];

  /** Fills the cart in the first tab, and shows it in both tabs. */
  const showInBoth = async (card: RegExp): Promise<void> => {
    await fillCart(page);
    await payWith(page, card);
    await tab.goto('about:blank');
    await tab.goto(`/restaurants#details/${PLACE}/cart`);
    for (const each of tabs) await expect(order(each).getByRole('radio', { name: card })).toBeChecked();
    await expect(orderButton(tab)).toBeEnabled();
  };
  /**
   * Presses the order button in both tabs at the same instant of the machine's clock. Two clicks sent from the test
   * would arrive one after the other, and the second tab would no longer show the button.
   */
  const pressInBoth = async (): Promise<void> => {
    const buttons = await Promise.all(tabs.map((each) => orderButton(each).elementHandle()));
    const startMs = Date.now() + 500;
    await Promise.all(
      buttons.map((button) =>
        button?.evaluate(
          (node, instant) =>
            new Promise<void>((resolve) => {
              setTimeout(() => {
                if (node instanceof HTMLElement) node.click();
                resolve();
              }, instant - Date.now());
            }),
          startMs,
        ),
      ),
    );
  };
  const areAtOneOrder = async (): Promise<void> => {
    for (const each of tabs) await atOrder(each);
    expect(new URL(tab.url()).hash).toBe(new URL(page.url()).hash);
    for (const each of tabs) await expect(paidOrder(each)).toBeVisible();
  };

  await test.step('paid at once', async () => {
    await showInBoth(WITHOUT_QUESTION);
    await pressInBoth();
    await areAtOneOrder();
    expect(await charges(ownWorld)).toHaveLength(1);
  });

  await test.step('where the bank asks, either tab may answer', async () => {
    await showInBoth(CARD_WITH_BANK_QUESTION);
    await pressInBoth();
    for (const each of tabs) await expect(bankPage(each).getByRole('button').first()).toBeVisible();
    await bankPage(tab).locator('button[value="success"]').click();
    await areAtOneOrder();
    expect(await charges(ownWorld)).toHaveLength(2);
  });
});

test('R10 with PayPal: approved, cancelled, and declined when it is charged', async ({
  page,
  context,
  ownWorld,
  consoleErrors,
}) => {
  test.slow();
  // A refusal at the capture gets the status 402, which Chromium prints as an error.
  consoleErrors.expect(/Failed to load resource/);
  await asAnna(context, consoleErrors);

  const pressPay = async (): Promise<void> => {
    await orderButton(page).click();
    await page.waitForURL(/\/checkoutnow\?token=/);
  };
  const goToPaypal = async (): Promise<void> => {
    await fillCart(page);
    await payWith(page, /PayPal/);
    await pressPay();
  };
  const shownTotal = (): Promise<string> =>
    order(page)
      .getByText(/^Gesamt inkl\. MwSt\./)
      .locator('..')
      .innerText();
  /** Total with the voucher, as the page shows it: text with a price in euro. */
  let reducedTotal = '';
  const isStillReduced = async (): Promise<void> => {
    await expect(orderButton(page)).toBeVisible();
    expect(await shownTotal()).toBe(reducedTotal);
  };

  await test.step('C17 approved: charged once, however often its page is come back to', async () => {
    await goToPaypal();
    await page.locator('button[value="approve"]').click();
    await atOrder(page);
    expect(await charges(ownWorld)).toMatchObject([{ provider: 'paypal' }]);
    await page.reload();
    await atOrder(page);
    await page.goBack();
    await expect(page).toHaveURL(/\/restaurants$/);
    expect(await charges(ownWorld)).toHaveLength(1);
  });

  await test.step('C16 cancelled: the cart is restored and open, with its voucher', async () => {
    await fillCart(page);
    await payWith(page, /PayPal/);
    const fullTotal = await shownTotal();
    await order(page)
      .getByRole('button', { name: /zur Wahl$/ })
      .click();
    const vouchers = dialogOf(page, 'Gutscheine');
    await vouchers.getByRole('button', { name: /^Einlösen: Fünf Prozent/ }).click();
    await vouchers.getByRole('button', { name: 'Schließen' }).click();
    reducedTotal = await shownTotal();
    expect(reducedTotal).not.toBe(fullTotal);
    await pressPay();
    await page.locator('button[value="cancel"]').click();
    await expect(page).toHaveURL(new RegExp(`/restaurants#details/${PLACE}/cart$`));
    await expect(page.getByText('Du hast bei PayPal nicht bezahlt.')).toBeVisible();
    await isStillReduced();
    expect(await charges(ownWorld)).toHaveLength(1);
  });

  await test.step('C16 come back without a word: nothing is charged, and one may pay otherwise', async () => {
    await pressPay();
    await page.goBack();
    await expect(payment(page).getByRole('heading', { name: 'Noch nicht bezahlt' })).toBeVisible();
    await payment(page).getByRole('button', { name: 'Anders bezahlen' }).click();
    await isStillReduced();
  });

  await test.step('declined when it is charged, then paid with the same voucher', async () => {
    await pressPay();
    await page.locator('button[value="decline"]').click();
    await expect(payment(page).getByRole('alert')).toContainText(/PayPal .* Es wurde nichts abgebucht/);
    expect(await charges(ownWorld)).toHaveLength(1);
    await payment(page).getByRole('button', { name: 'Anders bezahlen' }).click();
    await isStillReduced();
    await pressPay();
    await page.locator('button[value="approve"]').click();
    await atOrder(page);
    expect((await charges(ownWorld)).slice(1).map(({ amount }) => amount)).toEqual([
      Number(reducedTotal.replace(/\D/g, '')),
    ]);
  });
});

test('while the provider is down: the cart stays, nothing is ordered twice, and the order comes by itself', async ({
  page,
  context,
  ownWorld,
  consoleErrors,
}) => {
  test.slow();
  consoleErrors.expect(/Failed to load resource/);
  await asAnna(context, consoleErrors);
  await fillCart(page);
  await payWith(page, WITHOUT_QUESTION);

  await test.step('where it could not even be asked, nothing was begun', async () => {
    await giveFault(ownWorld, { operation: 'read' });
    await orderButton(page).click();
    await expect(payment(page).getByRole('alert')).toContainText('Der Zahlungsdienst ist gerade nicht erreichbar.');
    await endFaults(ownWorld);
    await payment(page).getByRole('button', { name: 'Anders bezahlen' }).click();
    await expect(orderButton(page)).toBeVisible();
  });

  await test.step('where nobody knows whether it was begun, nobody is invited to pay again', async () => {
    await giveFault(ownWorld, { operation: 'payin' });
    await orderButton(page).click();
    await expect(payment(page).getByRole('heading', { name: 'Wir wissen es noch nicht' })).toBeVisible({
      timeout: 30_000,
    });
    await expect(orderButton(page)).toHaveCount(0);
    await endFaults(ownWorld);
    await payment(page).getByRole('button', { name: 'Jetzt nachsehen' }).click();
    await atOrder(page);
    expect(await charges(ownWorld)).toHaveLength(1);
  });
});
