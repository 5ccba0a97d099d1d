import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** The card of a place in the list. */
export const cardOf = (page: Page, name: string): Locator =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

/** A dialog by its title. */
export const dialogOf = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title, exact: true });

/** The names of the places in the list, in order. */
export const placeNames = (page: Page): Promise<string[]> =>
  page.getByRole('main').getByRole('article').getByRole('heading').allTextContents();

/** Opens the drawer by its button. */
export const openDrawer = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  return page.getByRole('dialog', { name: 'Menü', exact: true });
};

/** The sheet of the order that is being put together. */
export const orderSheet = (page: Page) => dialogOf(page, 'Deine Bestellung');

/** Opens it from the page of its place; nothing more is wanted to drink. */
export const openOrder = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /Zum Warenkorb/ }).click();
  const drinks = page.getByRole('alertdialog', { name: 'Noch etwas zu trinken?' });
  await expect(orderSheet(page).or(drinks).first()).toBeVisible();
  if (await drinks.isVisible()) await drinks.getByRole('button', { name: 'Nein, danke' }).click();
  await expect(orderSheet(page)).toBeVisible();
};

/** How often this page has been opened afresh; a recovery without reload keeps it. */
export const birthOf = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin);

const RETRY = 'Erneut versuchen';

/** The way out of every fallback. */
export const retryButton = (page: Page): Locator => page.getByRole('button', { name: RETRY });

/**
 * Presses the last one in the same moment in which it is looked for: what it asks for may come by itself, since others
 * ask for it as well.
 */
export const pressRetry = (page: Page): Promise<void> =>
  page.evaluate(
    (name) =>
      [...document.querySelectorAll('button')].findLast((button) => button.textContent.trim() === name)?.click(),
    RETRY,
  );
