import { dialogOf } from '../../world/locators';
import { DEMO_TOWN_POSITION, startWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';
import { findAxeViolations } from '../screens/axe-look';
import {
  bankDialog,
  bankPage,
  CHALLENGE_CARD,
  choosePayment,
  endFaults,
  expectOrderPage,
  fillCart,
  FRICTIONLESS_CARD,
  injectFault,
  orderButton,
  orderSheetOn,
  paidOrderDialog,
  paymentDialog,
  readLedgerEntries,
  readOrderTotal,
  redeemVoucher,
  ROUTING_NAME,
  signInAsAnna,
} from './paying-steps';

const test = testInWorld(() => startWorld({ content: 'demo' }));
test.use({ geolocation: DEMO_TOWN_POSITION, viewport: { width: 360, height: 740 } });

test('by card: without the bank’s question, with it, refused, and left alone', async ({
  page,
  context,
  ownWorld,
  consoleErrors,
}) => {
  test.slow();
  await signInAsAnna(context, consoleErrors);

  await test.step('without a question, less a voucher, the order is there at once, and Back doesn’t lead into the payment', async () => {
    await fillCart(page, 'Vor Ort');
    const undiscountedTotal = await readOrderTotal(page);
    await redeemVoucher(page, 'Entschuldigung fürs Warten');
    await choosePayment(page, FRICTIONLESS_CARD);
    expect(await readOrderTotal(page)).toBe(undiscountedTotal - 500);
    await orderButton(page).dblclick();
    await expectOrderPage(page);
    await expect(paidOrderDialog(page)).toContainText('Vor Ort');
    await expect(paidOrderDialog(page)).toContainText('Gutschein „Entschuldigung fürs Warten“');
    expect((await readLedgerEntries(ownWorld)).map(({ amount }) => amount)).toEqual([undiscountedTotal - 500]);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`#details/${ROUTING_NAME}$`));
    await expect(page.getByRole('button', { name: /Zum Warenkorb/ })).toHaveCount(0);
    await expect(paymentDialog(page)).toHaveCount(0);
  });

  await test.step('C06 with a question: the cart waits over a reload, and the bank’s page is shown again', async () => {
    await fillCart(page);
    await choosePayment(page, CHALLENGE_CARD);
    await orderButton(page).click();
    await expect(bankPage(page).getByRole('button').first()).toBeVisible();
    await page.reload();
    await expect(bankPage(page).getByRole('button').first()).toBeVisible();
    await bankPage(page).locator('button[value="success"]').click();
    await expectOrderPage(page);
    expect(await readLedgerEntries(ownWorld)).toHaveLength(2);
  });

  await test.step('what is being paid can not be paid in another tab', async () => {
    await fillCart(page, 'Mitnehmen', 1);
    await choosePayment(page, CHALLENGE_CARD);
    const otherTab = await context.newPage();
    await otherTab.goto(`/restaurants#details/${ROUTING_NAME}/cart`);
    await expect(orderButton(otherTab)).toBeVisible();
    await orderButton(page).click();
    await expect(bankPage(page).getByRole('button').first()).toBeVisible();
    await expect(orderButton(otherTab)).toHaveCount(0);
    // The second tab shows the payment of the first tab, and may continue it.
    await expect(bankPage(otherTab).getByRole('button').first()).toBeVisible();
    await page.bringToFront();
    await bankPage(page).locator('button[value="success"]').click();
    await expectOrderPage(page);
    await expect(orderButton(otherTab)).toHaveCount(0);
    expect(await readLedgerEntries(ownWorld)).toHaveLength(3);
    await otherTab.close();
  });

  await test.step('refused by the bank: the cart is still there, and another card pays it; nobody is asked where nobody eats in', async () => {
    await ownWorld.partner.changeRestaurant(await ownWorld.partner.getRestaurant(ROUTING_NAME), { onlyTakeAway: true });
    await fillCart(page, 'Nur zum Mitnehmen', 2);
    await choosePayment(page, CHALLENGE_CARD);
    await orderButton(page).click();
    await bankPage(page).locator('button[value="fail"]').click();
    await expect(paymentDialog(page).getByRole('alert')).toContainText(
      'Es wurde nichts abgebucht, dein Warenkorb ist noch da.',
    );
    expect(await findAxeViolations(page)).toEqual([]);
    await paymentDialog(page).getByRole('button', { name: 'Anders bezahlen' }).click();
    await choosePayment(page, FRICTIONLESS_CARD);
    await orderButton(page).click();
    await expectOrderPage(page);
    await expect(paidOrderDialog(page)).toContainText('Zum Mitnehmen');
    expect(await readLedgerEntries(ownWorld)).toHaveLength(4);
  });

  await test.step('left alone: no second order until the bank has decided', async () => {
    await fillCart(page, 'Nur zum Mitnehmen', 3);
    await choosePayment(page, CHALLENGE_CARD);
    await orderButton(page).click();
    await expect(bankPage(page).getByRole('button').first()).toBeVisible();
    await bankDialog(page).getByRole('button', { name: 'Abbrechen' }).click();
    await expect(paymentDialog(page).getByRole('heading', { name: 'Deine Freigabe fehlt noch' })).toBeVisible();
    await expect(orderButton(page)).toHaveCount(0);
    expect(await findAxeViolations(page)).toEqual([]);
    await paymentDialog(page).getByRole('button', { name: 'Zurück zur Bank' }).click();
    await bankPage(page).locator('button[value="cancel"]').click();
    await expect(paymentDialog(page).getByRole('alert')).toBeVisible();
    expect(await readLedgerEntries(ownWorld)).toHaveLength(4);
  });
});

test('R10 with PayPal: approved, cancelled, and declined when it is charged', async ({
  page,
  context,
  ownWorld,
  consoleErrors,
}) => {
  test.slow();
  // A payment that the provider refuses when it is captured gets the status 402, which Chromium prints as an error.
  consoleErrors.expect(/Failed to load resource/);
  await signInAsAnna(context, consoleErrors);

  const pressPay = async (): Promise<void> => {
    await orderButton(page).click();
    await page.waitForURL(/\/checkoutnow\?token=/);
  };
  const goToPaypal = async (): Promise<void> => {
    await fillCart(page);
    await choosePayment(page, /PayPal/);
    await pressPay();
  };
  const readShownTotal = (): Promise<string> =>
    orderSheetOn(page)
      .getByText(/^Gesamt inkl\. MwSt\./)
      .locator('..')
      .innerText();
  /** Total with the voucher, as text with a price in euro, as the order sheet shows it. */
  let reducedTotal = '';
  const expectReducedTotal = async (): Promise<void> => {
    await expect(orderButton(page)).toBeVisible();
    expect(await readShownTotal()).toBe(reducedTotal);
  };

  await test.step('C17 approved: charged once, however often its page is come back to', async () => {
    await goToPaypal();
    await page.locator('button[value="approve"]').click();
    await expectOrderPage(page);
    expect(await readLedgerEntries(ownWorld)).toMatchObject([{ provider: 'paypal' }]);
    await page.reload();
    await expectOrderPage(page);
    await page.goBack();
    await expect(page).toHaveURL(/\/restaurants$/);
    expect(await readLedgerEntries(ownWorld)).toHaveLength(1);
  });

  await test.step('C16 cancelled: the cart is restored and open, with its voucher', async () => {
    await fillCart(page, 'Mitnehmen', 1);
    await choosePayment(page, /PayPal/);
    const undiscountedTotal = await readShownTotal();
    await orderSheetOn(page)
      .getByRole('button', { name: /zur Wahl$/ })
      .click();
    const vouchersDialog = dialogOf(page, 'Gutscheine');
    await vouchersDialog.getByRole('button', { name: /^Einlösen: Fünf Prozent/ }).click();
    await vouchersDialog.getByRole('button', { name: 'Schließen' }).click();
    reducedTotal = await readShownTotal();
    expect(reducedTotal).not.toBe(undiscountedTotal);
    await pressPay();
    await page.locator('button[value="cancel"]').click();
    await expect(page).toHaveURL(new RegExp(`/restaurants#details/${ROUTING_NAME}/cart$`));
    await expect(page.getByText('Du hast bei PayPal nicht bezahlt.')).toBeVisible();
    await expectReducedTotal();
    expect(await readLedgerEntries(ownWorld)).toHaveLength(1);
  });

  await test.step('C16 come back without a word: nothing is charged, and one may pay otherwise', async () => {
    await pressPay();
    await page.goBack();
    await expect(paymentDialog(page).getByRole('heading', { name: 'Noch nicht bezahlt' })).toBeVisible();
    await paymentDialog(page).getByRole('button', { name: 'Anders bezahlen' }).click();
    await expectReducedTotal();
  });

  await test.step('declined when it is charged, then paid with the same voucher', async () => {
    await pressPay();
    await page.locator('button[value="decline"]').click();
    await expect(paymentDialog(page).getByRole('alert')).toContainText(/PayPal .* Es wurde nichts abgebucht/);
    expect(await readLedgerEntries(ownWorld)).toHaveLength(1);
    await paymentDialog(page).getByRole('button', { name: 'Anders bezahlen' }).click();
    await expectReducedTotal();
    await pressPay();
    await page.locator('button[value="approve"]').click();
    await expectOrderPage(page);
    expect((await readLedgerEntries(ownWorld)).slice(1).map(({ amount }) => amount)).toEqual([
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
  await signInAsAnna(context, consoleErrors);
  await fillCart(page);
  await choosePayment(page, FRICTIONLESS_CARD);

  await test.step('where it could not even be asked, nothing was begun', async () => {
    await injectFault(ownWorld, { operation: 'read' });
    await orderButton(page).click();
    await expect(paymentDialog(page).getByRole('alert')).toContainText(
      'Der Zahlungsdienst ist gerade nicht erreichbar.',
    );
    await endFaults(ownWorld);
    await paymentDialog(page).getByRole('button', { name: 'Noch einmal versuchen' }).click();
    await expect(orderButton(page)).toBeVisible();
  });

  await test.step('where nobody knows whether it was begun, nobody is invited to pay again', async () => {
    await injectFault(ownWorld, { operation: 'payin' });
    await orderButton(page).click();
    await expect(paymentDialog(page).getByRole('heading', { name: 'Wir wissen es noch nicht' })).toBeVisible({
      timeout: 30_000,
    });
    await expect(orderButton(page)).toHaveCount(0);
    await endFaults(ownWorld);
    await paymentDialog(page).getByRole('button', { name: 'Jetzt nachsehen' }).click();
    await expectOrderPage(page);
    expect(await readLedgerEntries(ownWorld)).toHaveLength(1);
  });
});
