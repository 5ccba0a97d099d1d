import type { Page } from '@playwright/test';
import { becomeMember, logInOnPage, postponeVerification } from '../../world/sign-in';
import { dialogOf, openDrawer, openOrder, orderSheet } from '../../world/locators';
import { expect, test } from '../../world/world-test';

test.use({ viewport: { width: 360, height: 740 } });

const deviceRows = (page: Page) => page.getByRole('list', { name: 'Angemeldete Geräte' }).getByRole('listitem');

test('signs another device out at once, and knows this one', async ({ page, context, browser, world }) => {
  const member = await becomeMember(context);
  const otherContext = await browser.newContext({ baseURL: world.url });
  const otherPage = await otherContext.newPage();
  await otherPage.goto('/restaurants');
  await logInOnPage(otherPage, member);
  await postponeVerification(otherPage);
  const otherDrawer = await openDrawer(otherPage);
  await expect(otherDrawer.getByRole('link', { name: 'Anmelden oder registrieren' })).toBeHidden();
  await page.goto('/restaurants#settings');
  await dialogOf(page, 'Einstellungen')
    .getByRole('link', { name: /^Anmeldung/ })
    .click();
  await expect(deviceRows(page)).toHaveCount(2);
  await expect(deviceRows(page).first()).toContainText('Dieses Gerät');
  await deviceRows(page).nth(1).getByRole('button', { name: 'Abmelden' }).click();
  await expect(deviceRows(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Angemeldete Geräte' })).toBeFocused();
  // The other page notices it by its live connection, without a reload.
  await expect(otherDrawer.getByRole('link', { name: 'Anmelden oder registrieren' })).toBeVisible();
  await otherContext.close();
});

test.describe('where a sign-in can open no second window', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  });

  test('leaves for the third party in the same window and comes back to the cart, which is as it was', async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.expect(/^request to another host: http:\/\/localhost:\d+\//);
    await page.goto('/restaurants#details/forno-nord');
    await page.getByRole('button', { name: 'In den Warenkorb' }).first().click();
    await openOrder(page);
    const cartText = await orderSheet(page).getByRole('list').first().innerText();
    await orderSheet(page).getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Anmelden oder registrieren' }).click();
    await dialogOf(page, 'Anmelden oder registrieren').getByRole('button', { name: 'Weiter mit Google' }).click();
    await page.getByLabel('E-Mail-Adresse', { exact: true }).fill('google-jule@beispiel.de');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(page.getByText(/^Dein Konto ist angelegt\. Willkommen/)).toBeVisible();
    expect(page.url()).not.toContain('signInCode');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Zustimmen' }).click();
    await dialogOf(page, 'Wie heißt du?').getByRole('button', { name: 'Überspringen' }).click();
    await expect(page).toHaveURL(/#details\/forno-nord/);
    await openOrder(page);
    expect(await orderSheet(page).getByRole('list').first().innerText()).toBe(cartText);
  });
});
