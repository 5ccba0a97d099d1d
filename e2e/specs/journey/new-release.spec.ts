import type { Page } from '@playwright/test';
import { proxyLiveSocket } from '../../world/live-between';
import { dialogOf } from '../../world/locators';
import { expect, test } from '../../world/world-test';

const MENSA_NAME = 'Mensa am Brunnen';
// A page reloads for a new release after it was hidden for one minute plus a random time of up to four minutes. The
// random time prevents all pages from reloading at once. This duration (minutes:seconds) is a little more than the
// maximum of five minutes.
const HIDDEN_DURATION = '05:01';

const setPageVisible = (page: Page, isVisible: boolean): Promise<void> =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isVisible ? 'visible' : 'hidden',
  );

test.use({ hasOwnContext: true });

test('loads the page anew for a new release once nobody looks, and shows what was open', async ({ page }) => {
  await page.clock.install();
  const liveConnection = await proxyLiveSocket(page);
  await page.goto('/restaurants#details/mensa-am-brunnen');
  await expect(dialogOf(page, MENSA_NAME)).toBeVisible();
  // The page loads the script that watches for new releases after the list of restaurants, so the test waits for the
  // script.
  await page.waitForLoadState('networkidle');
  let loadCount = 0;
  page.on('load', () => (loadCount += 1));
  await liveConnection.sendGlobalChange({
    kind: 'put',
    collection: 'registry',
    key: 'mf-social',
    value: { key: 'mf-social', version: '5.0.2+b' },
  });
  await page.clock.fastForward(HIDDEN_DURATION);
  expect(loadCount).toBe(0);

  await setPageVisible(page, false);
  await page.clock.fastForward(HIDDEN_DURATION);
  await expect.poll(() => loadCount).toBe(1);
  await expect(dialogOf(page, MENSA_NAME)).toBeVisible();
});
