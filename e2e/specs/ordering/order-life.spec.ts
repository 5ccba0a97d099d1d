import { readFile } from 'node:fs/promises';
import { acceptPartnerOrder, getPartnerOrders, pathOf, refundPartnerOrder } from '@mahlzeit/contract';
import type { PartnerOrder, RefundForm } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import { dialogOf, openOrder, orderSheet } from '../../world/locators';
import { ANNA, signIn } from '../../world/sign-in';
import type { World } from '../../world/start-world';
import { DEMO_TOWN_POSITION, startWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';
import { findAxeViolations } from '../screens/axe-look';

const test = testInWorld(() =>
  startWorld({ content: 'demo', settings: { PARTNER_TOKEN: 'the-counter-of-these-tests' } }),
);
test.use({ geolocation: DEMO_TOWN_POSITION, viewport: { width: 360, height: 740 } });

const partnerToken = 'the-counter-of-these-tests';
const ROUTING_NAME = 'forno-nord';

/** Returns the newest order of the restaurant, as the restaurant's partner console receives it. */
const readNewestOrderAtCounter = async ({ api, partner }: World): Promise<PartnerOrder> => {
  const { key: restaurantId } = await partner.getRestaurant(ROUTING_NAME);
  const partnerOrders = await api.call(getPartnerOrders, { query: { restaurantId, limit: 50 }, token: partnerToken });
  const newestOrder = [...partnerOrders].sort((a, b) => b.createdAt - a.createdAt)[0];
  if (newestOrder === undefined) throw new Error('The list of orders is empty');
  return newestOrder;
};

const refundOrder = async ({ url }: World, orderKey: string, refundForm: RefundForm): Promise<void> => {
  const refundResponse = await fetch(url + pathOf(refundPartnerOrder, { params: { key: orderKey } }), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${partnerToken}`,
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify(refundForm),
  });
  expect([refundResponse.status, refundResponse.ok ? '' : await refundResponse.text()]).toEqual([200, '']);
};

const placeOrder = async (page: Page): Promise<void> => {
  await page.goto(`/restaurants#details/${ROUTING_NAME}`);
  const addButton = page.getByRole('button', { name: 'In den Warenkorb' }).first();
  await addButton.click();
  await openOrder(page);
  const orderDialog = orderSheet(page);
  await orderDialog.getByRole('radio', { name: /Mitnehmen/ }).check({ force: true });
  await orderDialog.getByRole('radiogroup', { name: 'Wann?' }).getByRole('radio').nth(3).check({ force: true });
  await orderDialog.getByRole('radio', { name: /1119/ }).check({ force: true });
  await orderDialog.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click();
  await expect(page).toHaveURL(/#order\/[\w-]+$/);
};

test('an order while its page is open: accepted, given back in part, then whole; its receipt follows', async ({
  page,
  context,
  ownWorld,
  consoleErrors,
}) => {
  test.slow();
  consoleErrors.expect(/Failed to load resource.*\/orders\/fremd/);
  await signIn(context, ANNA);
  await placeOrder(page);
  await expect(dialogOf(page, 'Bestellt und bezahlt').getByText('In Prüfung')).toBeVisible();
  const { key, totalPrice } = await readNewestOrderAtCounter(ownWorld);

  await test.step('accepted: heading, badge and timeline say so, and a reader hears it', async () => {
    await ownWorld.api.call(acceptPartnerOrder, { params: { key }, token: partnerToken });
    await expect(dialogOf(page, 'Bestätigt').getByText('Vom Lokal bestätigt')).toBeVisible();
    await expect(
      page.getByRole('status').filter({ hasText: 'Das Lokal hat deine Bestellung angenommen.' }),
    ).toHaveCount(1);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  const cancellationSection = page.getByRole('region', { name: 'Erstattet' });
  await test.step('in part: how much, when and why', async () => {
    await refundOrder(ownWorld, key, { amount: 100, reason: 'mistake' });
    await expect(dialogOf(page, 'Teilweise storniert, der Rest kommt').getByText('1,00 € zurück')).toBeVisible();
    await expect(cancellationSection.getByText(/^Versehen, 24\. Juni$/)).toBeVisible();
    await expect(cancellationSection.getByText('−1,00 €').first()).toBeVisible();
  });

  await test.step('the receipt says what was paid in the end, and is loaded as PDF', async () => {
    await page.getByRole('link', { name: 'Beleg' }).click();
    const receiptDialog = dialogOf(page, 'Beleg');
    await expect(receiptDialog.getByRole('region', { name: 'Mehrwertsteuer nach Erstattung' })).toBeVisible();
    const downloadPromise = page.waitForEvent('download');
    await receiptDialog.getByRole('button', { name: 'PDF laden' }).click();
    const downloadedFile = await downloadPromise;
    expect(downloadedFile.suggestedFilename()).toMatch(/\.pdf$/);
    expect((await readFile(await downloadedFile.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await page.emulateMedia({ media: 'print' });
    await expect(receiptDialog.getByRole('region', { name: 'Verkauft von' })).toBeVisible();
    await expect(receiptDialog.getByRole('button', { name: 'PDF laden' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.reload();
    await expect(receiptDialog.getByRole('button', { name: 'PDF laden' })).toBeVisible();
    await receiptDialog.getByRole('button', { name: 'Schließen' }).click();
  });

  await test.step('whole: nothing is left of it', async () => {
    await expect(cancellationSection).toBeVisible();
    await refundOrder(ownWorld, key, { amount: totalPrice - 100, reason: 'restaurant_declined_sold_out' });
    await expect(dialogOf(page, 'Vom Lokal storniert').getByText('Das Lokal kann nicht')).toBeVisible();
    await expect(cancellationSection.getByText(/^ausverkauft, 24\. Juni$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Kalender' })).toHaveCount(0);
  });

  await test.step('what went back whole can’t be rated, by its address neither', async () => {
    await page.goto(`/restaurants#orderrating/${key}`);
    await expect(dialogOf(page, 'Wie war’s?').getByText('Das lässt sich nicht mehr bewerten')).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
  });

  await test.step('C25 an address of no order of theirs leads to the list, and says so', async () => {
    await page.goto('/restaurants#receipt/fremd');
    await expect(page.getByText('Diese Bestellung gibt es hier nicht.')).toBeVisible();
    await expect(page).toHaveURL(/\/restaurants$/);
  });
});

test('C23 C24 rating: after a failed save too, and changed later', async ({ page, context, consoleErrors }) => {
  consoleErrors.expect(/Failed to load resource/);
  await signIn(context, ANNA);
  await page.goto('/restaurants#orders');
  await dialogOf(page, 'Bestellungen')
    .getByRole('tab', { name: /^Vergangen/ })
    .click();
  await page.getByRole('listitem').filter({ hasText: 'Teilweise storniert' }).first().getByRole('link').click();
  const ratingLink = page.getByRole('link', { name: 'Wie war’s?' });
  const ratingDialog = dialogOf(page, 'Wie war’s?');
  const starRadio = (starCount: number) => ratingDialog.getByRole('radio', { name: `${starCount} von 5 Sternen` });
  const submitRatingButton = ratingDialog.getByRole('button', { name: 'Bewertung abgeben' });
  const rateOrder = async (starCount: number): Promise<void> => {
    await starRadio(starCount).check({ force: true });
    await submitRatingButton.dblclick();
    await expect(ratingDialog.getByText('Danke für deine Bewertung.')).toBeVisible();
  };
  const closeRatingSheet = () => ratingDialog.getByRole('button', { name: 'Schließen' }).last().click();

  await test.step('a save that fails shows the confirmation, and nothing is given', async () => {
    await page.route('**/api/payment/orders/*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { code: 'internal', message: 'x', requestId: 'x' } })
        : route.fallback(),
    );
    await ratingLink.click();
    await expect(starRadio(1)).not.toBeChecked();
    expect(await findAxeViolations(page)).toEqual([]);
    await rateOrder(2);
    await page.unroute('**/api/payment/orders/*');
    await closeRatingSheet();
    await expect(page.getByText('Bewerte dein Essen mit Sternen')).toBeVisible();
  });

  await test.step('by keyboard, and kept over a reload', async () => {
    await ratingLink.click();
    await starRadio(1).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(starRadio(3)).toBeChecked();
    await submitRatingButton.click();
    await expect(ratingDialog.getByText('Danke für deine Bewertung.')).toBeVisible();
    await page.reload();
    await expect(starRadio(3)).toBeChecked();
  });

  await test.step('again replaces', async () => {
    await rateOrder(5);
    await closeRatingSheet();
    await page.goto('about:blank');
    await page.goto('/restaurants#orders');
    await dialogOf(page, 'Bestellungen')
      .getByRole('tab', { name: /^Vergangen/ })
      .click();
    await page.getByRole('listitem').filter({ hasText: 'Teilweise storniert' }).first().getByRole('link').click();
    await expect(page.getByText('5 von 5 Sternen gegeben')).toBeVisible();
  });
});
