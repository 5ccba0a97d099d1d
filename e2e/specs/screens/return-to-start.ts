import type { Page } from '@playwright/test';
import { waitUntilStill } from './settle';
import { resetZoomAndText, WINDOWS } from './windows';

const [{ width, height }] = WINDOWS;

const dialogsOn = (page: Page) => page.locator('[role=dialog], [role=alertdialog]');

/** Maximum of dialogs that are open on top of each other. They close one by one. */
const MAX_DIALOGS = 4;

/**
 * Brings a page that an earlier test case has used back to its initial state: the list of restaurants, in the first
 * window and light colours. If a dialog stays open, the page becomes blank, so that the next case reloads the product.
 */
export const returnToStart = async (page: Page): Promise<void> => {
  if (page.url() === 'about:blank') return;
  await page.unrouteAll();
  // The pointer moves away, because content under the pointer is painted differently.
  await page.mouse.move(0, 0);
  await resetZoomAndText(page);
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
  await page.setViewportSize({ width, height });
  await page.evaluate(() => (location.hash = ''));
  await waitUntilStill(page);
  for (let attemptCount = 0; attemptCount < MAX_DIALOGS && (await dialogsOn(page).count()) > 0; attemptCount += 1) {
    await page.keyboard.press('Escape');
    await waitUntilStill(page);
  }
  if ((await dialogsOn(page).count()) > 0) await page.goto('about:blank');
};
