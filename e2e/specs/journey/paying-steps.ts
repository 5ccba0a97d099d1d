import type { BrowserContext, FrameLocator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { ConsoleErrors } from '../../world/console-errors';
import { dialogOf, openOrder, orderSheet } from '../../world/locators';
import { ANNA, signIn } from '../../world/sign-in';
import type { World } from '../../world/start-world';
import { expect } from '../../world/world-test';

/** Restaurant of the demo town at which these tests order. */
export const ROUTING_NAME = 'forno-nord';

const LedgerEntry = z.object({
  provider: z.string(),
  kind: z.string(),
  status: z.string(),
  amount: z.number(),
  reference: z.string(),
});

/** Returns all payments that the sandbox's payment provider has charged, without refunds. */
export const readLedgerEntries = async ({ sandboxUrl }: World): Promise<readonly z.infer<typeof LedgerEntry>[]> =>
  z
    .array(LedgerEntry)
    .parse(await (await fetch(`${sandboxUrl}/psp/ledger`)).json())
    .filter(({ status, kind }) => status === 'SUCCEEDED' && kind !== 'refund');

export const injectFault = async ({ sandboxUrl }: World, fault: object): Promise<void> => {
  const faultResponse = await fetch(`${sandboxUrl}/psp/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ count: 100, when: 'beforeCommit', kind: 'drop', ...fault }),
  });
  expect(faultResponse.ok).toBe(true);
};
export const endFaults = async ({ sandboxUrl }: World): Promise<void> =>
  expect((await fetch(`${sandboxUrl}/psp/faults`, { method: 'DELETE' })).ok).toBe(true);

export const orderSheetOn = orderSheet;
export const paymentDialog = (page: Page) => dialogOf(page, 'Zahlung');
export const bankDialog = (page: Page) => dialogOf(page, 'Freigabe bei deiner Bank');
export const bankPage = (page: Page): FrameLocator => page.frameLocator('iframe[title="Freigabe bei deiner Bank"]');
export const orderButton = (page: Page) =>
  orderSheetOn(page).getByRole('button', { name: 'Zahlungspflichtig bestellen' });
export const expectOrderPage = (page: Page) => expect(page).toHaveURL(/#order\/[\w-]+$/);

/**
 * Puts a dish into the cart, chooses a time and „Vor Ort“ or „Mitnehmen“, and leaves the order sheet open. A takeaway
 * restaurant offers no such choice and shows „Nur zum Mitnehmen“ instead. Another `dishIndex` makes a different order,
 * so that the page doesn't ask whether the user wants to order the same again.
 */
export const fillCart = async (
  page: Page,
  orderTypeText: 'Vor Ort' | 'Mitnehmen' | 'Nur zum Mitnehmen' = 'Mitnehmen',
  dishIndex = 0,
): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(`/restaurants#details/${ROUTING_NAME}`);
  await page.getByRole('button', { name: 'In den Warenkorb' }).nth(dishIndex).click();
  await openOrder(page);
  if (orderTypeText === 'Nur zum Mitnehmen') {
    await expect(orderSheetOn(page).getByText(orderTypeText, { exact: true })).toBeVisible();
    await expect(orderSheetOn(page).getByRole('radio', { name: /Vor Ort|Mitnehmen/ })).toHaveCount(0);
  } else
    await orderSheetOn(page)
      .getByRole('radio', { name: new RegExp(orderTypeText) })
      .check({ force: true });
  await orderSheetOn(page).getByRole('radiogroup', { name: 'Wann?' }).getByRole('radio').nth(3).check({ force: true });
};

export const choosePayment = async (page: Page, paymentMethodName: RegExp): Promise<void> => {
  await orderSheetOn(page).getByRole('radio', { name: paymentMethodName }).check({ force: true });
};

/** Redeems one of the vouchers that the order sheet offers. */
export const redeemVoucher = async (page: Page, voucherName: string): Promise<void> => {
  await orderSheetOn(page)
    .getByRole('button', { name: /zur Wahl$/ })
    .click();
  const vouchersDialog = dialogOf(page, 'Gutscheine');
  await vouchersDialog.getByRole('button', { name: `Einlösen: ${voucherName}` }).click();
  await vouchersDialog.getByRole('button', { name: 'Schließen' }).click();
  await expect(orderSheetOn(page)).toContainText(`Gutschein „${voucherName}“`);
};

/** Returns the amount on the order button in cents. */
export const readOrderTotal = async (page: Page): Promise<number> => {
  const [, totalText = ''] = /Gesamt inkl\. MwSt\.\s*(\d+,\d\d)/.exec(await orderSheetOn(page).innerText()) ?? [];
  return Number(totalText.replace(',', ''));
};

/** Returns the dialog „Bestellt und bezahlt“, which appears after a successful payment. */
export const paidOrderDialog = (page: Page) => dialogOf(page, 'Bestellt und bezahlt');

export const FRICTIONLESS_CARD = /1119/;
export const CHALLENGE_CARD = /8183/;

/**
 * Signs in as Anna. The pages of the payment providers belong to other sites and block localStorage. These tests try to
 * prepare localStorage in each page, so the browser reports errors there.
 */
export const signInAsAnna = async (context: BrowserContext, consoleErrors: ConsoleErrors): Promise<void> => {
  consoleErrors.expect(/^request to another host: http:\/\/localhost:\d+\//);
  consoleErrors.expect(/^exception: SecurityError: Failed to read the 'localStorage' property/);
  await signIn(context, ANNA);
};
