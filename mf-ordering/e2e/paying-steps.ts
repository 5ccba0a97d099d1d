import type { Page, Route } from '../../e2e/world/world-test';
import { bankPage, leaveBank, UNDECIDED } from '../../e2e/world/bank';
import { openOrder, orderSheet } from '../../e2e/world/locators';
import { expect } from '../../e2e/world/world-test';

/** Adds two dishes of the open restaurant to the cart. */
export const fillCart = async (page: Page): Promise<void> => {
  for (let count = 0; count < 2; count += 1)
    await page.getByRole('dialog').last().getByRole('button', { name: 'In den Warenkorb' }).first().click();
};

const toCart = (page: Page) => page.getByRole('button', { name: /Zum Warenkorb/ });

/** Fills the cart and opens the order: a sheet on phones, a column beside the menu on wide pages. */
export const putTogether = async (page: Page): Promise<void> => {
  await fillCart(page);
  // Beside the menu the order is already open.
  if (await toCart(page).isVisible()) await openOrder(page);
};

const PAY = 'Zahlungspflichtig bestellen';

/** Fills the cart and makes all choices that the order button requires: place, time and payment. */
const completePayment = async (page: Page, payment: RegExp): Promise<void> => {
  await putTogether(page);
  await page.getByRole('radio', { name: /Mitnehmen/ }).check({ force: true });
  // Beside the menu the question about drinks appears only after this choice.
  if (!(await orderSheet(page).isVisible()))
    await page
      .getByRole('alertdialog', { name: 'Noch etwas zu trinken?' })
      .getByRole('button', { name: 'Nein, danke' })
      .click();
  await page.getByRole('radiogroup', { name: 'Wann?' }).getByRole('radio').nth(3).check({ force: true });
  await page.getByRole('radio', { name: payment }).check({ force: true });
};

/** Completes the order up to the payment and scrolls to the legal notice above the button. */
export const readyToPay = async (page: Page): Promise<void> => {
  await completePayment(page, WITHOUT_QUESTION);
  await page.getByText('Ein Widerrufsrecht gibt es nicht').scrollIntoViewIfNeeded();
};

const WITHOUT_QUESTION = /1119/;
const WITH_QUESTION = /8183/;

const payInPage = async (page: Page, payment: RegExp): Promise<void> => {
  await completePayment(page, payment);
  await page.getByRole('button', { name: PAY }).click();
};

const payIn = { Id: 'walk', ResultCode: null, ResultMessage: null };
const orderAnswer = { ...payIn, SecureModeRedirectURL: null, links: [], orderKey: 'walk' };

// Responds in place of the gateway in states that only a failing provider causes. What the page shows is still the real
// app.
const withOrderAnswer = async (page: Page, fulfillOrder: (route: Route) => Promise<void>): Promise<void> => {
  await page.route('**/api/payment/orders', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { ...orderAnswer, Status: 'CREATED' } })
      : route.fallback(),
  );
  await page.route('**/api/payment/payIn/*', fulfillOrder);
};

/** Pays and stops while the app waits for the bank. */
export const payAndWait = async (page: Page): Promise<void> => {
  await withOrderAnswer(page, (route) => route.fulfill({ json: { ...payIn, Status: 'CREATED' } }));
  await payInPage(page, WITHOUT_QUESTION);
  await expect(page.getByRole('dialog', { name: 'Zahlung' }).getByRole('status')).toBeVisible();
};

/** Pays and stops where the outcome of the payment is unknown, because the gateway is unavailable. */
export const payUnheard = async (page: Page): Promise<void> => {
  await withOrderAnswer(page, (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'x', requestId: 'x' } }),
  );
  await payInPage(page, WITHOUT_QUESTION);
  await expect(page.getByRole('heading', { name: 'Wir wissen es noch nicht' })).toBeVisible({ timeout: 40_000 });
};

/** Pays and stops at the page on which the bank asks for approval. */
export const payAtBank = async (page: Page): Promise<void> => {
  await payInPage(page, WITH_QUESTION);
  await expect(bankPage(page).getByRole('button').first()).toBeVisible();
};

/** Pays and stops after the bank has refused the payment. */
export const payRefused = async (page: Page): Promise<void> => {
  await payAtBank(page);
  await bankPage(page).locator('button[value="fail"]').click();
  await expect(page.getByRole('dialog', { name: 'Zahlung' }).getByRole('alert')).toBeVisible();
};

/** Pays and leaves the bank's page without a decision. */
export const payUndecided = async (page: Page): Promise<void> => {
  await payAtBank(page);
  await leaveBank(page);
  await expect(page.getByRole('heading', { name: UNDECIDED })).toBeVisible();
};

/** Pays with PayPal and goes back from PayPal's page without an approval. */
export const payUnapproved = async (page: Page): Promise<void> => {
  await payInPage(page, /PayPal/);
  await page.waitForURL(/\/checkoutnow\?token=/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Noch nicht bezahlt' })).toBeVisible();
};

/** Opens the list of vouchers for an order. */
export const chooseVoucher = async (page: Page): Promise<void> => {
  await putTogether(page);
  await page.getByRole('button', { name: /zur Wahl$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Gutscheine' })).toBeVisible();
};

/** Redeems the first voucher and shows it in the order. */
export const redeemVoucher = async (page: Page): Promise<void> => {
  await chooseVoucher(page);
  const vouchers = page.getByRole('dialog', { name: 'Gutscheine' });
  await vouchers
    .getByRole('button', { name: /^Einlösen/ })
    .first()
    .click();
  await vouchers.getByRole('button', { name: 'Schließen' }).click();
  await page.getByRole('button', { name: 'Entfernen' }).scrollIntoViewIfNeeded();
};

/** Replaces text in the cart that the browser stores, then reloads the page. On phones the URL opens the cart. */
const comeBack = async (page: Page, pattern: string, replacement: string): Promise<void> => {
  await putTogether(page);
  const pageLoad = page.waitForEvent('load');
  await page.evaluate(
    ([before, after]) => {
      for (const key of Object.keys(localStorage).filter((name) => name.endsWith('.carts')))
        localStorage.setItem(key, (localStorage.getItem(key) ?? '').replace(new RegExp(before, 'g'), after));
      // The page reloads at once, because it would notice the change of the storage itself.
      location.reload();
    },
    [pattern, replacement] as const,
  );
  await pageLoad;
};

/** Shows the message that the menu has changed: the cart's prices differ from the menu's prices. */
export const findChanges = async (page: Page): Promise<void> => {
  await comeBack(page, '"price":(\\d+)\\d\\d', '"price":$105');
  await expect(page.getByRole('alertdialog', { name: 'Die Karte hat sich geändert' })).toBeVisible();
};

/** Closes the message about the changed menu and shows the changes in the order itself. */
export const lookAtChanges = async (page: Page): Promise<void> => {
  await findChanges(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click();
  await expect(page.getByRole('button', { name: 'Verstanden' })).toBeVisible();
};

/** Shows the message that nothing can be ordered for today any more. */
export const comeTooLate = async (page: Page): Promise<void> => {
  await comeBack(page, '"lines":\\[[^\\]]*\\](.*?)"isOver":false', '"lines":[]$1"isOver":true');
  await expect(page.getByRole('heading', { name: 'Für heute ist Schluss' })).toBeVisible();
};
