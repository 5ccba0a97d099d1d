import type { Page } from '@playwright/test';

/** Movement and what comes late change what is seen: waits until all of it is over. */
export const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))));
};
