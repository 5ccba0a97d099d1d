import type { Locator, Page } from '@playwright/test';

/** The card of a place in the list. */
export const cardOf = (page: Page, name: string): Locator => page.getByRole('main').getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** A dialog by its title. */
export const dialogOf = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title, exact: true });

/** The names of the places in the list, in order. */
export const placeNames = (page: Page): Promise<string[]> => page.getByRole('main').getByRole('article').getByRole('heading').allTextContents();

/** Opens the drawer by its button. */
export const openDrawer = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  return page.getByRole('dialog', { name: 'Menü', exact: true });
};

/** How often this page has been opened afresh; a recovery without reload keeps it. */
export const birthOf = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin);
