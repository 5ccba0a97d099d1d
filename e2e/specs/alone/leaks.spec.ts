import type { Page } from '@playwright/test';
import { remoteTests } from '../../remotes/load-remote-tests';
import { becomeMember, verifyEmailAddress } from '../../world/sign-in';
import { restaurantCardOf } from '../../world/locators';
import { expect, test } from '../../world/world-test';

/** Names of globals that Module Federation and webpack put on `window` for a release: its container and its chunks. */
const FEDERATION_GLOBAL =
  /^(mahlzeit_mf_[a-z0-9_]+_[0-9a-f]+|webpackChunkmahlzeit_mf_\w+|__FEDERATION\w*__|__GLOBAL_LOADING_REMOTE_ENTRY__)$/;

const globalNamesOf = (page: Page): Promise<string[]> => page.evaluate(() => Object.getOwnPropertyNames(window));

/** Returns all styles that don't come from styled-components. The gateway's style for the skeleton is one of them. */
const findForeignStyles = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...[...document.querySelectorAll('style:not([data-styled]), link[rel=stylesheet]')].map((styleElement) =>
      styleElement.outerHTML.slice(0, 120),
    ),
    ...document.adoptedStyleSheets.map(() => 'adopted style sheet'),
  ]);

/**
 * Returns traces in the page that a closed screen must not leave behind: elements outside of the page, attributes of
 * html and body, locked scrolling.
 */
const findPageLeaks = (page: Page): Promise<unknown> =>
  page.evaluate(() => ({
    besides: document.body.childElementCount,
    html: document.documentElement
      .getAttributeNames()
      .map((attributeName) => `${attributeName}=${document.documentElement.getAttribute(attributeName) ?? ''}`),
    body: document.body.getAttributeNames().map((name) => `${name}=${document.body.getAttribute(name) ?? ''}`),
    hidden: document.querySelectorAll('[inert], body > [aria-hidden=true]').length,
  }));

const visitScreen = async (page: Page, screenHash: string): Promise<void> => {
  const initialStyles = await findForeignStyles(page);
  await page.evaluate((targetHash) => {
    location.hash = targetHash;
  }, screenHash);
  await expect(page.getByRole('dialog').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await findForeignStyles(page), screenHash).toEqual(initialStyles);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

test('each remote leaves nothing behind in the page: no global but federation’s own, no style, no element', async ({
  page,
  context,
  world,
}) => {
  test.slow();
  await verifyEmailAddress(world, await becomeMember(context));
  await page.goto('/');
  await expect(restaurantCardOf(page, 'Mensa am Brunnen')).toBeVisible();
  // Some scripts of the shell load late, above all the one for dialogs. The test waits for them, so that the first
  // comparison doesn't count their changes as leaks.
  await page.waitForLoadState('networkidle');
  for (const [remoteName, { hashes }] of remoteTests) {
    await test.step(remoteName, async () => {
      const initialGlobals = await globalNamesOf(page);
      for (const screen of hashes) await visitScreen(page, screen);
      const leaksAfterSettling = await findPageLeaks(page);
      for (const screen of hashes) await visitScreen(page, screen);
      expect(await findPageLeaks(page)).toEqual(leaksAfterSettling);
      expect(
        (await globalNamesOf(page)).filter((name) => !initialGlobals.includes(name) && !FEDERATION_GLOBAL.test(name)),
      ).toEqual([]);
    });
  }
});

test('the main screen puts no name of its own on window', async ({ page }) => {
  await page.goto('/empty');
  await page.waitForLoadState('networkidle');
  const [globalsBefore, stylesBefore] = [await globalNamesOf(page), await findForeignStyles(page)];
  await page.goto('/');
  await expect(restaurantCardOf(page, 'Mensa am Brunnen')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(
    (await globalNamesOf(page)).filter((name) => !globalsBefore.includes(name) && !FEDERATION_GLOBAL.test(name)),
  ).toEqual([]);
  expect(await findForeignStyles(page)).toEqual(stylesBefore);
});

const OPENING_COUNT = 20;

test('leaves no listener behind a place that was opened and closed', async ({ page, context }) => {
  test.slow();
  await page.goto('/');
  await expect(restaurantCardOf(page, 'Mensa am Brunnen')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const devToolsSession = await context.newCDPSession(page);
  await devToolsSession.send('Performance.enable');

  /** Returns the number of event listeners after a garbage collection. */
  const countListeners = async (): Promise<number> => {
    await devToolsSession.send('HeapProfiler.collectGarbage');
    const { metrics } = await devToolsSession.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? NaN;
  };
  const openPlacesRepeatedly = async (openingCount: number): Promise<void> => {
    for (let index = 0; index < openingCount; index += 1)
      await visitScreen(page, `details/kantine-haus-${(index % 12) + 1}`);
  };

  // The page keeps in memory what it loads only once, and the data of the restaurant opened last. Both exist before the
  // first count of event listeners.
  await openPlacesRepeatedly(3);
  const initialListenerCount = await countListeners();
  await openPlacesRepeatedly(OPENING_COUNT);
  // No further event listener must remain after the restaurants have closed. The poll waits until single-spa's timeouts
  // for the last restaurants have expired, because a timeout keeps the screen that it watches in memory.
  await expect
    .poll(async () => (await countListeners()) - initialListenerCount, { timeout: 20_000 })
    .toBeLessThanOrEqual(0);
});
