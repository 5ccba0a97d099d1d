import type { Page, Route } from '../../e2e/world/world-test';
import { bankPage, cancelAtBank, UNDECIDED_TEXT } from '../../e2e/world/bank';
import { openOrder, orderSheet } from '../../e2e/world/locators';
import { expect } from '../../e2e/world/world-test';

/** Adds two dishes of the open restaurant to the cart. */
export const fillCart = async (page: Page): Promise<void> => {
  for (let pressCount = 0; pressCount < 2; pressCount += 1)
    await page.getByRole('dialog').last().getByRole('button', { name: 'In den Warenkorb' }).first().click();
};

const goToCartButton = (page: Page) => page.getByRole('button', { name: /Zum Warenkorb/ });

/** Fills the cart and opens the order: a sheet on phones, a column beside the menu on wide pages. */
export const openFilledOrder = async (page: Page): Promise<void> => {
  await fillCart(page);
  // On wide pages the order is already open beside the menu, so there is no button to open it.
  if (await goToCartButton(page).isVisible()) await openOrder(page);
};

const PAY_BUTTON_NAME = 'Zahlungspflichtig bestellen';

/** Fills the cart and makes all choices without which the order button doesn't work: place, time and payment. */
const completePayment = async (page: Page, paymentName: RegExp): Promise<void> => {
  await openFilledOrder(page);
  await page.getByRole('radio', { name: /Mitnehmen/ }).check({ force: true });
  // On wide pages the question about drinks appears only after this choice.
  if (!(await orderSheet(page).isVisible()))
    await page
      .getByRole('alertdialog', { name: 'Noch etwas zu trinken?' })
      .getByRole('button', { name: 'Nein, danke' })
      .click();
  await page.getByRole('radiogroup', { name: 'Wann?' }).getByRole('radio').nth(3).check({ force: true });
  await page.getByRole('radio', { name: paymentName }).check({ force: true });
};

/** Completes the order up to the payment and scrolls to the legal notice above the button. */
export const showReadyToPay = async (page: Page): Promise<void> => {
  await completePayment(page, CARD_WITHOUT_APPROVAL_PATTERN);
  await page.getByText('Ein Widerrufsrecht gibt es nicht').scrollIntoViewIfNeeded();
};

const CARD_WITHOUT_APPROVAL_PATTERN = /1119/;
const CARD_WITH_APPROVAL_PATTERN = /8183/;

const submitPayment = async (page: Page, paymentName: RegExp): Promise<void> => {
  await completePayment(page, paymentName);
  await page.getByRole('button', { name: PAY_BUTTON_NAME }).click();
};

const payInAnswer = { Id: 'walk', ResultCode: null, ResultMessage: null };
const orderAnswer = { ...payInAnswer, SecureModeRedirectURL: null, links: [], orderKey: 'walk' };

// Answers the request for an order in place of the gateway, for states that only a failing payment provider causes.
// Everything on the page is still the real app.
const withOrderAnswer = async (page: Page, fulfillOrder: (route: Route) => Promise<void>): Promise<void> => {
  await page.route('**/api/payment/orders', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { ...orderAnswer, Status: 'CREATED' } })
      : route.fallback(),
  );
  await page.route('**/api/payment/payIn/*', fulfillOrder);
};

/** Pays and stops while the app waits for the bank's answer. */
export const payAndWait = async (page: Page): Promise<void> => {
  await withOrderAnswer(page, (route) => route.fulfill({ json: { ...payInAnswer, Status: 'CREATED' } }));
  await submitPayment(page, CARD_WITHOUT_APPROVAL_PATTERN);
  await expect(page.getByRole('dialog', { name: 'Zahlung' }).getByRole('status')).toBeVisible();
};

/** Pays and stops where the outcome of the payment is unknown, because the gateway is unavailable. */
export const payWithUnknownOutcome = async (page: Page): Promise<void> => {
  await withOrderAnswer(page, (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'x', requestId: 'x' } }),
  );
  await submitPayment(page, CARD_WITHOUT_APPROVAL_PATTERN);
  await expect(page.getByRole('heading', { name: 'Wir wissen es noch nicht' })).toBeVisible({ timeout: 40_000 });
};

/** Pays and stops at the page on which the bank asks for approval. */
export const payAtBank = async (page: Page): Promise<void> => {
  await submitPayment(page, CARD_WITH_APPROVAL_PATTERN);
  await expect(bankPage(page).getByRole('button').first()).toBeVisible();
};

/** Pays and stops after the bank has refused the payment. */
export const showRefusedPayment = async (page: Page): Promise<void> => {
  await payAtBank(page);
  await bankPage(page).locator('button[value="fail"]').click();
  await expect(page.getByRole('dialog', { name: 'Zahlung' }).getByRole('alert')).toBeVisible();
};

/** Pays and leaves the bank's page without a decision. */
export const showUndecidedPayment = async (page: Page): Promise<void> => {
  await payAtBank(page);
  await cancelAtBank(page);
  await expect(page.getByRole('heading', { name: UNDECIDED_TEXT })).toBeVisible();
};

/** Pays with PayPal and goes back from PayPal's page without an approval. */
export const showUnapprovedPayment = async (page: Page): Promise<void> => {
  await submitPayment(page, /PayPal/);
  await page.waitForURL(/\/checkoutnow\?token=/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Noch nicht bezahlt' })).toBeVisible();
};

/** Opens the list of vouchers for an order. */
export const chooseVoucher = async (page: Page): Promise<void> => {
  await openFilledOrder(page);
  await page.getByRole('button', { name: /zur Wahl$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Gutscheine' })).toBeVisible();
};

/** Redeems the first voucher and shows it in the order. */
export const redeemVoucher = async (page: Page): Promise<void> => {
  await chooseVoucher(page);
  const vouchersDialog = page.getByRole('dialog', { name: 'Gutscheine' });
  await vouchersDialog
    .getByRole('button', { name: /^Einlösen/ })
    .first()
    .click();
  await vouchersDialog.getByRole('button', { name: 'Schließen' }).click();
  await page.getByRole('button', { name: 'Entfernen' }).scrollIntoViewIfNeeded();
};

/** Replaces text in the cart that the browser has stored, then reloads the page. On phones the URL opens the cart. */
const reloadWithCart = async (page: Page, cartPattern: string, replacement: string): Promise<void> => {
  await openFilledOrder(page);
  const pageLoad = page.waitForEvent('load');
  await page.evaluate(
    ([oldPattern, replacementText]) => {
      for (const key of Object.keys(localStorage).filter((storageKey) => storageKey.endsWith('.carts')))
        localStorage.setItem(
          key,
          (localStorage.getItem(key) ?? '').replace(new RegExp(oldPattern, 'g'), replacementText),
        );
      // The page reloads in the same task. Otherwise the app would notice the changed storage and handle it before the
      // reload.
      location.reload();
    },
    [cartPattern, replacement] as const,
  );
  await pageLoad;
};

/** Shows the message that the menu has changed: the cart's prices differ from the menu's prices. */
export const showChangeAlert = async (page: Page): Promise<void> => {
  await reloadWithCart(page, '"price":(\\d+)\\d\\d', '"price":$105');
  await expect(page.getByRole('alertdialog', { name: 'Dein Warenkorb hat sich geändert' })).toBeVisible();
};

/** Closes the message about the changed menu without a confirmation; the order itself then shows the changes. */
export const showChangesInOrder = async (page: Page): Promise<void> => {
  await showChangeAlert(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Verstanden' })).toBeVisible();
};

/** Shows the message that nothing can be ordered for today any more. */
export const showOrderingEnded = async (page: Page): Promise<void> => {
  await reloadWithCart(page, '"lines":\\[[^\\]]*\\](.*?)"isOver":false', '"lines":[]$1"isOver":true');
  await expect(page.getByRole('heading', { name: 'Für heute ist Schluss' })).toBeVisible();
};
