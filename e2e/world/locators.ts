import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** Returns the card in the list whose heading is exactly this restaurant's name. */
export const restaurantCardOf = (page: Page, restaurantName: string): Locator =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: restaurantName, exact: true }) });

/** Returns a dialog by its title. */
export const dialogOf = (page: Page, dialogTitle: string): Locator =>
  page.getByRole('dialog', { name: dialogTitle, exact: true });

/** Opens the dialog of a URL hash as a link does, and returns the dialog. */
export const openDialog = async (page: Page, hash: string, dialogTitle: string): Promise<Locator> => {
  if (page.url() === 'about:blank') await page.goto(`/restaurants#${hash}`);
  else await page.evaluate((targetHash) => location.assign(`#${targetHash}`), hash);
  await expect(dialogOf(page, dialogTitle)).toBeVisible();
  return dialogOf(page, dialogTitle);
};

/** Returns the names of the restaurants in the list, in order. */
export const readPlaceNames = (page: Page): Promise<string[]> =>
  page.getByRole('main').getByRole('article').getByRole('heading').allTextContents();

/** Opens the drawer with the button „Menü öffnen“, and returns the drawer. */
export const openDrawer = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  return page.getByRole('dialog', { name: 'Menü', exact: true });
};

/** Returns the sheet „Deine Bestellung“ with the cart. */
export const orderSheet = (page: Page) => dialogOf(page, 'Deine Bestellung');

/** Opens the order sheet from the page of its restaurant, and declines drinks if they are offered. */
export const openOrder = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /Zum Warenkorb/ }).click();
  const drinksDialog = page.getByRole('alertdialog', { name: 'Noch etwas zu trinken?' });
  await expect(orderSheet(page).or(drinksDialog).first()).toBeVisible();
  if (await drinksDialog.isVisible()) await drinksDialog.getByRole('button', { name: 'Nein, danke' }).click();
  await expect(orderSheet(page)).toBeVisible();
};

/** Returns the time at which the page was loaded. Only a reload changes this time. */
export const readTimeOrigin = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin);

const RETRY_LABEL = 'Erneut versuchen';

/** Returns the retry button that replaces content that failed to load. */
export const retryButton = (page: Page): Locator => page.getByRole('button', { name: RETRY_LABEL });

/**
 * Presses the last retry button without waiting for it: the content may have arrived by itself, because another part of
 * the page requested it, too.
 */
export const pressRetry = (page: Page): Promise<void> =>
  page.evaluate(
    (buttonName) =>
      [...document.querySelectorAll('button')]
        .findLast((candidateButton) => candidateButton.textContent.trim() === buttonName)
        ?.click(),
    RETRY_LABEL,
  );
