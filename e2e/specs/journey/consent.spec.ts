import type { Page } from '@playwright/test';
import { enableMeasurement } from '../../world/measuring';
import { dialogOf } from '../../world/locators';
import { expect, test } from '../../world/world-test';

const consentQuestion = (page: Page) => page.getByRole('alertdialog', { name: 'Dürfen wir mitzählen?' });
const consentDialog = (page: Page) => dialogOf(page, 'Auswertung und Fehlerberichte');
const readStoredConsent = (page: Page) => page.evaluate(() => localStorage.getItem('mahlzeit.consent'));

test.beforeEach(async ({ page }) => {
  await enableMeasurement(page);
  await page.goto('/restaurants');
  await expect(consentQuestion(page)).toBeVisible();
});

test('asks by answers that look alike, with the focus on the no, and asks no more', async ({ page }) => {
  const [declineButton, acceptButton] = [
    consentQuestion(page).getByRole('button', { name: 'Nein, danke' }),
    consentQuestion(page).getByRole('button', { name: 'Ja, gern' }),
  ];
  await expect(declineButton).toBeFocused();
  const buttonStyleOf = (button: typeof declineButton) =>
    button.evaluate((buttonElement) => {
      const { backgroundColor, color, fontSize, fontWeight, height } = getComputedStyle(buttonElement);
      return { backgroundColor, color, fontSize, fontWeight, height };
    });
  expect(await buttonStyleOf(declineButton)).toEqual(await buttonStyleOf(acceptButton));
  await declineButton.click();
  await expect(consentQuestion(page)).toHaveCount(0);
  expect(await readStoredConsent(page)).toBe('version=1&analytics=no&errorReports=no');
  await page.goto('/restaurants#settings');
  await expect(dialogOf(page, 'Einstellungen').getByText('Nicht erlaubt')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(consentQuestion(page)).toHaveCount(0);
});

test('lets each purpose be allowed by itself, and taken back in the settings', async ({ page }) => {
  await consentQuestion(page).getByRole('link', { name: 'Einzeln auswählen' }).click();
  const consentChoice = consentDialog(page);
  await expect(consentChoice).toBeVisible();
  await expect(consentQuestion(page)).toHaveCount(0);
  await expect(consentChoice.getByRole('checkbox', { checked: true })).toHaveCount(0);
  // The user has opened the dialog that lists the purposes of data use and closed it without a decision, so nothing is
  // stored.
  await page.keyboard.press('Escape');
  await expect(consentQuestion(page)).toBeVisible();
  expect(await readStoredConsent(page)).toBeNull();

  await consentQuestion(page).getByRole('link', { name: 'Einzeln auswählen' }).click();
  await consentChoice.getByRole('checkbox', { name: 'Fehlerberichte' }).check();
  await consentChoice.getByRole('button', { name: 'Auswahl speichern' }).click();
  await expect(consentChoice).toHaveCount(0);
  expect(await readStoredConsent(page)).toBe('version=1&analytics=no&errorReports=yes');

  await page.goto('/restaurants#settings');
  const settingsDialog = dialogOf(page, 'Einstellungen');
  await expect(settingsDialog.getByText('Nur Fehlerberichte sind erlaubt')).toBeVisible();
  await settingsDialog.getByRole('link', { name: 'Auswertung und Fehlerberichte' }).click();
  await expect(consentChoice.getByRole('checkbox', { name: 'Fehlerberichte' })).toBeChecked();
  await consentChoice.getByRole('button', { name: 'Beides ablehnen' }).click();
  await expect(settingsDialog.getByText('Nicht erlaubt')).toBeVisible();
  expect(await readStoredConsent(page)).toBe('version=1&analytics=no&errorReports=no');
});
