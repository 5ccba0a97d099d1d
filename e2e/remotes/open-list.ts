import type { Page } from '@playwright/test';
import { cardOf } from '../world/locators';
import { expect } from '../world/world-test';

/** Name of the first restaurant in the list. */
export const MENSA = 'Mensa am Brunnen';

const isAtList = (page: Page): boolean => /\/restaurants$/.test(page.url());

/** Opens the list of restaurants, unless the page shows it already, and waits for the first restaurant. */
export const openList = async (page: Page): Promise<void> => {
  if (!isAtList(page)) await page.goto('/');
  await expect(cardOf(page, MENSA)).toBeVisible();
};
