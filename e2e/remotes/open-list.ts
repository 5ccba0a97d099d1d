import type { Page } from '@playwright/test';
import { cardOf } from '../world/locators';
import { expect } from '../world/world-test';

/** Name of the first place in the list. */
export const MENSA = 'Mensa am Brunnen';

const isAtList = (page: Page): boolean => /\/restaurants$/.test(page.url());

/** Opens the list, unless the page shows it already, and waits for its first place. */
export const openList = async (page: Page): Promise<void> => {
  if (!isAtList(page)) await page.goto('/');
  await expect(cardOf(page, MENSA)).toBeVisible();
};
