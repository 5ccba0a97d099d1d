import type { Page, Route } from '../../e2e/world/world-test';
import { bankPage, leaveBank, UNDECIDED } from '../../e2e/world/bank';
import { openOrder, orderSheet } from '../../e2e/world/locators';
import { expect } from '../../e2e/world/world-test';

/** Two dishes of the place in the cart. */
export const fillCart = async (page: Page): Promise<void> => {
  for (let count = 0; count < 2; count += 1)
    await page.getByRole('dialog').last().getByRole('button', { name: 'In den Warenkorb' }).first().click();
};

const toCart = (page: Page) => page.getByRole('button', { name: /Zum Warenkorb/ });

/** The order of what was put in: a sheet on phones, beside the menu elsewhere. */
export const putTogether = async (page: Page): Promise<void> => {
  await fillCart(page);
  // Beside the menu it is open already.
  if (await toCart(page).isVisible()) await openOrder(page);
};

const PAY = 'Zahlungspflichtig bestellen';

/** The same with all that the button asks for. */
const completePayment = async (page: Page, payment: RegExp): Promise<void> => {
  await putTogether(page);
  await page.getByRole('radio', { name: /Mitnehmen/ }).check({ force: true });
  // Beside the menu the question comes once somebody goes on.
  if (!(await orderSheet(page).isVisible()))
    await page
      .getByRole('alertdialog', { name: 'Noch etwas zu trinken?' })
      .getByRole('button', { name: 'Nein, danke' })
      .click();
  await page.getByRole('radiogroup', { name: 'Wann?' }).getByRole('radio').nth(3).check({ force: true });
  await page.getByRole('radio', { name: payment }).check({ force: true });
};

/** Ready to be paid, down to what one has to know before. */
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

// What only a provider in trouble brings about is answered for the gateway; what is seen is the product's own.
const withOrderAnswer = async (page: Page, fulfillOrder: (route: Route) => Promise<void>): Promise<void> => {
  await page.route('**/api/payment/orders', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { ...orderAnswer, Status: 'CREATED' } })
      : route.fallback(),
  );
  await page.route('**/api/payment/payIn/*', fulfillOrder);
};

/** While the bank is being asked. */
export const payAndWait = async (page: Page): Promise<void> => {
  await withOrderAnswer(page, (route) => route.fulfill({ json: { ...payIn, Status: 'CREATED' } }));
  await payInPage(page, WITHOUT_QUESTION);
  await expect(page.getByRole('dialog', { name: 'Zahlung' }).getByRole('status')).toBeVisible();
};

/** Nobody knows whether it was paid. */
export const payUnheard = async (page: Page): Promise<void> => {
  await withOrderAnswer(page, (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'x', requestId: 'x' } }),
  );
  await payInPage(page, WITHOUT_QUESTION);
  await expect(page.getByRole('heading', { name: 'Wir wissen es noch nicht' })).toBeVisible({ timeout: 40_000 });
};

/** The bank asks in a page of its own. */
export const payAtBank = async (page: Page): Promise<void> => {
  await payInPage(page, WITH_QUESTION);
  await expect(bankPage(page).getByRole('button').first()).toBeVisible();
};

/** The bank has refused. */
export const payRefused = async (page: Page): Promise<void> => {
  await payAtBank(page);
  await bankPage(page).locator('button[value="fail"]').click();
  await expect(page.getByRole('dialog', { name: 'Zahlung' }).getByRole('alert')).toBeVisible();
};

/** The bank's page was left before anything was decided. */
export const payUndecided = async (page: Page): Promise<void> => {
  await payAtBank(page);
  await leaveBank(page);
  await expect(page.getByRole('heading', { name: UNDECIDED })).toBeVisible();
};

/** Back from PayPal without a word. */
export const payUnapproved = async (page: Page): Promise<void> => {
  await payInPage(page, /PayPal/);
  await page.waitForURL(/\/checkoutnow\?token=/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Noch nicht bezahlt' })).toBeVisible();
};

/** The vouchers that the order could be paid with. */
export const chooseVoucher = async (page: Page): Promise<void> => {
  await putTogether(page);
  await page.getByRole('button', { name: /zur Wahl$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Gutscheine' })).toBeVisible();
};

/** The order with a voucher. */
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

/** Changes the cart as the browser keeps it, and comes back to it; on phones its address opens it. */
const comeBack = async (page: Page, sourceUrl: string, targetUrl: string): Promise<void> => {
  await putTogether(page);
  const pageLoad = page.waitForEvent('load');
  await page.evaluate(
    ([before, after]) => {
      for (const key of Object.keys(localStorage).filter((name) => name.endsWith('.carts')))
        localStorage.setItem(key, (localStorage.getItem(key) ?? '').replace(new RegExp(before, 'g'), after));
      // At once: this page would see the change itself.
      location.reload();
    },
    [sourceUrl, targetUrl] as const,
  );
  await pageLoad;
};

/** The menu costs more than it did, and a dish is gone. */
export const findChanges = async (page: Page): Promise<void> => {
  await comeBack(page, '"price":(\\d+)\\d\\d', '"price":$105');
  await expect(page.getByRole('alertdialog', { name: 'Die Karte hat sich geändert' })).toBeVisible();
};

/** The same, in the order itself. */
export const lookAtChanges = async (page: Page): Promise<void> => {
  await findChanges(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click();
  await expect(page.getByRole('button', { name: 'Verstanden' })).toBeVisible();
};

/** Nothing can be ordered for today any more. */
export const comeTooLate = async (page: Page): Promise<void> => {
  await comeBack(page, '"lines":\\[[^\\]]*\\](.*?)"isOver":false', '"lines":[]$1"isOver":true');
  await expect(page.getByRole('heading', { name: 'Für heute ist Schluss' })).toBeVisible();
};
