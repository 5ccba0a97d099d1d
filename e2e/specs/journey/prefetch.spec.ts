import type { Page, Request } from '@playwright/test';
import { dialogOf, openDrawer, restaurantCardOf } from '../../world/locators';
import { expect, test } from '../../world/world-test';

const MENSA_NAME = 'Mensa am Brunnen';

/** Collects the requests of a page whose path matches, as their kind and their path. */
const collectRequests = (page: Page, pattern: RegExp): string[] => {
  const requests: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pattern.test(pathname)) requests.push(`${request.resourceType()} ${pathname}`);
  });
  return requests;
};

const openList = async (page: Page): Promise<void> => {
  await page.goto('/restaurants');
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeAttached();
};

/** Returns the scripts that the page names for a screen. */
const readScriptsOf = (page: Page, screenKey: string): Promise<string[]> =>
  page.evaluate((key) => JSON.parse(document.getElementById('screen-scripts')?.textContent ?? '{}')[key], screenKey);

test('loads a screen of the drawer before it is pressed, and nothing more when it is', async ({ page }) => {
  const requests = collectRequests(page, /\.js$/);
  await openList(page);
  const settingsScripts = await readScriptsOf(page, 'settings');
  expect(settingsScripts.join()).toContain('/remotes/mf-account/remoteEntry.');
  const link = (await openDrawer(page)).getByRole('link', { name: 'Einstellungen', exact: true });
  // The open drawer fetches the scripts, and the pointer on the link runs them.
  for (const kind of ['fetch', 'script']) {
    await expect
      .poll(() =>
        settingsScripts.filter((path) => !requests.includes(`${kind} ${path}`) && path.includes('mf-account')),
      )
      .toEqual([]);
    await link.hover();
  }
  await page.waitForLoadState('networkidle');
  const requestsBefore = [...requests];
  await link.click();
  await expect(dialogOf(page, 'Einstellungen')).toContainText('Impressum');
  expect(requests.slice(requestsBefore.length).filter((request) => request.includes('mf-account'))).toEqual([]);
});

test('requests a restaurant when the pointer rests on its card, and not again when it is pressed', async ({ page }) => {
  const requests = collectRequests(page, /^\/api\/restaurants\/byRoutingName\//);
  await openList(page);
  const card = restaurantCardOf(page, MENSA_NAME).getByRole('link').first();
  await card.hover();
  await expect.poll(() => requests).toHaveLength(1);
  await card.click();
  await expect(dialogOf(page, MENSA_NAME)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requests).toHaveLength(1);
});
