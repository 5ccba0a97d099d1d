import type { Page } from '@playwright/test';
import { dialogOf } from './locators';
import { expect } from './world-test';

/**
 * Matches the console errors of the payment providers' pages. These pages belong to other sites and block localStorage,
 * but the fixtures of the tests try to write to localStorage in each page.
 */
export const PROVIDER_REQUESTS =
  /^request to another host: http:\/\/localhost:\d+\/|^exception: SecurityError: Failed to read the 'localStorage' property/;

/** Returns the iframe with the bank's page, which asks the user to approve a payment or a card. */
export const bankPage = (page: Page) => page.frameLocator('iframe[title="Freigabe bei deiner Bank"]');

/** Leaves the bank's page by its cancel button, so that the payment stays undecided. */
export const cancelAtBank = (page: Page): Promise<void> =>
  dialogOf(page, 'Freigabe bei deiner Bank').getByRole('button', { name: 'Abbrechen' }).click();

/** Heading that the page shows while the user hasn't approved a payment yet. */
export const UNDECIDED_TEXT = 'Deine Freigabe fehlt noch';

/** Types the data of a new card into its form. */
export const typeCard =
  (cardNumber: string, expiryDate: string, cvv: string) =>
  async (page: Page): Promise<void> => {
    const cardForm = dialogOf(page, 'Karte hinzufügen');
    // An empty expiry date isn't typed, because a field that was never touched shows no error.
    if (expiryDate !== '') await cardForm.getByRole('textbox', { name: 'Gültig bis' }).fill(expiryDate);
    if (cvv !== '') await cardForm.getByRole('textbox', { name: /^Prüfnummer/ }).fill(cvv);
    await cardForm.getByRole('textbox', { name: 'Kartennummer' }).fill(cardNumber);
  };

/** Registers a card whose bank asks for approval on its own page. */
export const approveCardAtBank = async (page: Page): Promise<void> => {
  await typeCard('4970105181818183', '1230', '123')(page);
  await page.getByRole('button', { name: 'Karte speichern' }).click();
  await expect(bankPage(page).getByRole('button').first()).toBeVisible();
};

/** Registers a card with a valid number that the provider refuses. */
export const failCardRegistration = async (page: Page): Promise<void> => {
  await page.route(
    /\/tokenise\b/,
    (route) =>
      route.continue({
        postData: (route.request().postData() ?? '').replace(
          'cardNumber=4970107111111119',
          'cardNumber=4970107111111118',
        ),
      }),
    { times: 1 },
  );
  await typeCard('4970107111111119', '1230', '123')(page);
  await page.getByRole('button', { name: 'Karte speichern' }).click();
  await expect(dialogOf(page, 'Karte hinzufügen').getByRole('alert')).toContainText('Die Karte wurde nicht angenommen');
};

/** Registers a card and leaves the bank's page without a decision. */
export const leaveCardUndecided = async (page: Page): Promise<void> => {
  await approveCardAtBank(page);
  await cancelAtBank(page);
  await expect(page.getByRole('heading', { name: UNDECIDED_TEXT })).toBeVisible();
};
