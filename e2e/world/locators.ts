import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** Returns the card of a place in the list. */
export const cardOf = (page: Page, name: string): Locator =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Returns a dialog by its title. */
export const dialogOf = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title, exact: true });

/** Returns the names of the places in the list, in order. */
export const placeNames = (page: Page): Promise<string[]> =>
  page.getByRole('main').getByRole('article').getByRole('heading').allTextContents();

/** Opens the drawer by its button. */
export const openDrawer = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  return page.getByRole('dialog', { name: 'Menü', exact: true });
};

/** Returns the sheet of the current order. */
export const orderSheet = (page: Page) => dialogOf(page, 'Deine Bestellung');

/** Opens the order sheet from the page of its place, without drinks. */
export const openOrder = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /Zum Warenkorb/ }).click();
  const drinks = page.getByRole('alertdialog', { name: 'Noch etwas zu trinken?' });
  await expect(orderSheet(page).or(drinks).first()).toBeVisible();
  if (await drinks.isVisible()) await drinks.getByRole('button', { name: 'Nein, danke' }).click();
  await expect(orderSheet(page)).toBeVisible();
};

/** Returns the start time of the page. A recovery without reload keeps it. */
export const birthOf = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin);

const RETRY = 'Erneut versuchen';

/** Returns the retry button of a fallback. */
export const retryButton = (page: Page): Locator => page.getByRole('button', { name: RETRY });

/** Presses the last retry button at once. The content may also arrive by itself, because others request it too. */
export const pressRetry = (page: Page): Promise<void> =>
  page.evaluate(
    (name) =>
      [...document.querySelectorAll('button')].findLast((button) => button.textContent.trim() === name)?.click(),
    RETRY,
  );
