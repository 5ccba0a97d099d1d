import type { Page } from '@playwright/test';
import { dialogOf, openDrawer } from '../../world/locators';
import { ANNA, becomeMember, logInOnPage, postponeVerification, signIn, skipName } from '../../world/sign-in';
import { DEMO_TOWN_POSITION, startWorld } from '../../world/start-world';
import { expect, test, testInWorld } from '../../world/world-test';
import { fillCart, orderButton, orderSheetOn, readOrderTotal, ROUTING_NAME } from './paying-steps';

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
  await postponeVerification(page);
  await dialogOf(page, 'Einstellungen')
    .getByRole('link', { name: /^Anmeldung/ })
    .click();
  await expect(deviceRows(page)).toHaveCount(2);
  await expect(deviceRows(page).first()).toContainText('Dieses Gerät');
  await deviceRows(page).nth(1).getByRole('button', { name: 'Abmelden' }).click();
  await expect(deviceRows(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Angemeldete Geräte' })).toBeFocused();
  // The other browser's page receives the end of its session over its live connection, without a reload.
  await expect(otherDrawer).toBeHidden();
  const visitorDrawer = await openDrawer(otherPage);
  await expect(visitorDrawer.getByRole('link', { name: 'Anmelden oder registrieren' })).toBeVisible();
  await otherContext.close();
});

const demoTest = testInWorld(() => startWorld({ content: 'demo' }));

demoTest.describe('where a sign-in can open no second window', () => {
  demoTest.use({
    geolocation: DEMO_TOWN_POSITION,
    viewport: { width: 360, height: 740 },
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  });

  const signInAtGoogle = async (page: Page, email: string): Promise<void> => {
    await page.getByLabel('E-Mail-Adresse', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  };

  demoTest(
    'leaves for the third party in the same window and comes back to the cart, which is as it was',
    async ({ page, consoleErrors }) => {
      consoleErrors.expect(/^request to another host: http:\/\/localhost:\d+\//);
      await fillCart(page, 'Vor Ort');
      const total = await readOrderTotal(page);
      await orderButton(page).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Anmelden oder registrieren' }).click();
      await dialogOf(page, 'Anmelden oder registrieren').getByRole('button', { name: 'Weiter mit Google' }).click();
      await signInAtGoogle(page, 'google-jule@beispiel.de');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Zustimmen' }).click();
      expect(page.url()).not.toContain('signInCode');
      await skipName(page);
      await expect(page).toHaveURL(new RegExp(`#details/${ROUTING_NAME}`));
      await expect(orderSheetOn(page)).toBeVisible();
      expect(await readOrderTotal(page)).toBe(total);
    },
  );

  demoTest('comes back to the place at which the visitor wanted to invite', async ({ page, consoleErrors }) => {
    consoleErrors.expect(/^request to another host: http:\/\/localhost:\d+\//);
    await page.goto(`/restaurants#details/${ROUTING_NAME}`);
    await page.getByRole('button', { name: 'Einladen', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Anmelden oder registrieren' }).click();
    await dialogOf(page, 'Anmelden oder registrieren').getByRole('button', { name: 'Weiter mit Google' }).click();
    await signInAtGoogle(page, 'google-jule@beispiel.de');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Zustimmen' }).click();
    await skipName(page);
    await expect(page).toHaveURL(new RegExp(`#details/${ROUTING_NAME}`));
    await page.getByRole('button', { name: 'Einladen', exact: true }).click();
    await expect(page).toHaveURL(/#invitationcontacts/);
  });

  demoTest('keeps the draft of a member who connects Google', async ({ page, context, consoleErrors }) => {
    consoleErrors.expect(/^request to another host: http:\/\/localhost:\d+\//);
    await signIn(context, ANNA);
    await page.goto('/restaurants#chatinbox');
    await dialogOf(page, 'Nachrichten').getByRole('link', { name: 'Ben Okafor' }).click();
    await page.getByRole('textbox', { name: /Nachricht/ }).fill('Ich komme um');
    await page.goto('/restaurants#security');
    await dialogOf(page, 'Anmeldung').getByRole('link', { name: 'Verbinden Google' }).click();
    const linkDialog = dialogOf(page, 'Google verbinden');
    await linkDialog.getByLabel(/Passwort$/).fill(ANNA.password);
    await linkDialog.getByRole('button', { name: 'Weiter', exact: true }).click();
    await linkDialog.getByRole('button', { name: 'Weiter mit Google' }).click();
    await signInAtGoogle(page, 'google-anna@beispiel.de');
    await expect(page.getByText('Ab jetzt kommst du auch mit Google in dein Konto.')).toBeVisible();
    await expect(page).toHaveURL(/#security$/);
    await page.goto('/restaurants#chatinbox');
    await expect(dialogOf(page, 'Nachrichten').getByRole('listitem').first()).toContainText('Entwurf: Ich komme um');
  });
});
