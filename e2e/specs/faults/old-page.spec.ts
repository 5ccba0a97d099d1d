import type { Page, Route } from '@playwright/test';
import { answerChanged } from '../../fixtures/changed-answer';
import { expect, test } from '../../world/world-test';

const FAILED_TEXT = 'Mahlzeit kommt gerade nicht.';

/** Answers a navigation with the HTML page of an earlier build, whose scripts no longer exist. */
const answerOldPage = (route: Route): Promise<void> =>
  answerChanged(route, (html) => html.replaceAll(/\/assets\/shell\.[0-9a-f]+\.js/g, '/assets/shell.0000000000.js'));

/** Delivers the page of an earlier build to the first navigations. Returns a function that counts all navigations. */
const deliverOldPage = async (page: Page, oldPageCount: number): Promise<() => number> => {
  let navigationCount = 0;
  await page.route(/\/restaurants(\?|$)/, async (route) => {
    if (!route.request().isNavigationRequest()) return route.continue();
    navigationCount += 1;
    return navigationCount <= oldPageCount ? answerOldPage(route) : route.continue();
  });
  return () => navigationCount;
};

const readStorage = (page: Page) => page.evaluate(() => ({ ...localStorage }));

test.describe('in the demo town', () => {
  test.use({ baseURL: ({ noonWorld }, provide) => provide(noonWorld.url) });

  test('heals itself once, and keeps the cart and the open screen', async ({ page, consoleErrors }) => {
    consoleErrors.expect(/shell\.0000000000\.js/);
    await page.goto('/restaurants#details/forno-nord');
    await page.getByRole('button', { name: 'In den Warenkorb' }).first().click();
    // The menu and the cart beside it each have a stepper for the dish.
    const dishSteppers = page.getByRole('button', { name: 'Eins weniger' });
    await expect(dishSteppers).toHaveCount(2);
    // The browser's storage also holds a message that the user hasn't sent, which must survive.
    await page.evaluate(() => localStorage.setItem('mahlzeit.probe', 'nicht abgeschickt'));
    const storedBefore = await readStorage(page);

    const navigationCount = await deliverOldPage(page, 1);
    await page.reload();
    await expect(dishSteppers).toHaveCount(2);
    expect(navigationCount()).toBe(2);
    expect(await readStorage(page)).toMatchObject({
      'mahlzeit.probe': 'nicht abgeschickt',
      'mahlzeit.anonymousCarts': storedBefore['mahlzeit.anonymousCarts'],
    });
    // The reload left no mark in the session storage, so the page can repair itself by a reload next time as well.
    expect(await page.evaluate(() => sessionStorage.getItem('mahlzeit.renewed'))).toBeNull();
  });
});

const answerChangedScript = (route: Route): Promise<void> => answerChanged(route, (script) => `${script}\n`);

const SHELL_SCRIPT = /\/assets\/shell\.[0-9a-f]+\.js/;

for (const [faultName, faultHandler] of [
  ['isn’t served', (route: Route) => route.fulfill({ status: 404 })],
  ['has other bytes', answerChangedScript],
] as const)
  test(`says so when the shell’s script ${faultName} for good, and starts when that is over`, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.expect(SHELL_SCRIPT);
    consoleErrors.expect(/Failed to find a valid digest/);
    await page.route(SHELL_SCRIPT, faultHandler);
    const navigationCount = await deliverOldPage(page, 0);
    await page.goto('/restaurants?matrix=1');
    await expect(page.getByRole('alert')).toContainText(FAILED_TEXT);
    await expect(page.locator('#skeleton')).toHaveCount(0);
    expect(navigationCount()).toBe(2);

    await page.unroute(SHELL_SCRIPT);
    await page.getByRole('link', { name: 'Seite neu laden' }).click();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    expect(navigationCount()).toBe(3);
  });

test('offers a reload when the shell’s script hangs', async ({ page }) => {
  // The first request for the script hangs until the end of the test. If it were answered, the page would repair itself
  // before the click.
  let isScriptHanging = true;
  await page.route(SHELL_SCRIPT, (route) => (isScriptHanging ? new Promise(() => undefined) : route.continue()));
  await page.goto('/restaurants?matrix=1', { waitUntil: 'commit' });
  const reloadLink = page.getByRole('link', { name: 'Seite neu laden' });
  await expect(reloadLink).toBeHidden();
  // Moves the animation, which lasts ten seconds, to its end.
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
  await expect(reloadLink).toBeVisible();
  isScriptHanging = false;
  await reloadLink.click();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
});

for (const path of ['/partner', '/releases']) {
  const pageScript = new RegExp(`${path}/page\\.[0-9a-f]+\\.js`);

  test(`${path} heals itself once after a release, and says so when its script is gone for good`, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.expect(pageScript);
    let missingCount = 1;
    await page.route(pageScript, (route) => {
      if (route.request().resourceType() !== 'script' || missingCount === 0) return route.continue();
      missingCount -= 1;
      return route.fulfill({ status: 404 });
    });
    await page.goto(path);
    await expect(page.locator('#root .wait')).toHaveCount(0);
    expect(await page.evaluate(() => sessionStorage.getItem('mahlzeit.renewed'))).toBeNull();

    missingCount = 2;
    await page.reload();
    await expect(page.getByRole('alert')).toContainText(FAILED_TEXT);
    await page.getByRole('link', { name: 'Seite neu laden' }).click();
    await expect(page.locator('#root .wait')).toHaveCount(0);
  });
}
