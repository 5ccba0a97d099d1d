import type { Page } from '@playwright/test';
import { restaurantCardOf } from '../world/locators';
import { expect } from '../world/world-test';

/** Name of the first restaurant in the list. */
export const MENSA_NAME = 'Mensa am Brunnen';

const isAtRestaurantList = (page: Page): boolean => /\/restaurants$/.test(page.url());

/** Opens the list of restaurants, unless the page shows it already, and waits for the first restaurant. */
export const openRestaurantList = async (page: Page): Promise<void> => {
  if (!isAtRestaurantList(page)) await page.goto('/');
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
};
