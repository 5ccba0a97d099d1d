import type { Page } from '@playwright/test';

/** Waits until what was just changed is drawn and all movement that it began is over. */
export const stillness = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
  });

/** Movement and what comes late change what is seen: waits until all of it is over. */
export const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await stillness(page);
};
