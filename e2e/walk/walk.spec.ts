import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { waitUntilSettled, waitUntilStill } from '../specs/screens/settle';
import { measureLayoutShift, NOTICEABLE_SHIFT_SCORE } from '../world/layout-shift';
import { repositoryRoot } from '../world/product';
import { denyGeolocation } from '../world/shared-contexts';
import type { World } from '../world/start-world';
import type { WalkStop } from '../remotes/walk-stop';
import { STOPS } from './stops';
import type { Town } from '../remotes/towns';
import { expect, lateTest, test } from './walk-test';

const SCREENSHOTS_FOLDER = join(repositoryRoot, 'test-results/walk');

/** Waits for a page outside of the app to load. Such a page has no list and shows all of its content at once. */
const waitForPage = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main').first()).toBeVisible();
  await waitUntilSettled(page);
};

/** Waits until the list shows the number of open restaurants and all visible pictures have loaded. */
const waitForList = async (page: Page): Promise<void> => {
  await page.locator('main header p').filter({ hasText: /\S/ }).first().waitFor({ state: 'attached' });
  await waitUntilSettled(page);
  await page.evaluate(async () => {
    const checkIsOnScreen = (image: HTMLImageElement): Promise<boolean> =>
      new Promise((resolve) => {
        const observer = new IntersectionObserver(([intersectionEntry]) => {
          observer.disconnect();
          resolve(intersectionEntry?.isIntersecting === true);
        });
        observer.observe(image);
      });
    // The walk also photographs a page with a picture that fails to load, so such a failure is ignored.
    const waitUntilDrawn = async (image: HTMLImageElement): Promise<void> =>
      (await checkIsOnScreen(image)) ? image.decode().catch(() => undefined) : undefined;
    await Promise.all([...document.images].map(waitUntilDrawn));
  });
  await waitUntilSettled(page);
};

/**
 * Returns the URL of a stop (a screen to photograph). Returns null if the stop needs a logged-in user and the town has
 * none, or if the stop shows the list of a visitor without a position.
 */
const urlOfStop = (
  { as, hash, path, link, isUnlocated }: WalkStop,
  { town, world }: { readonly town: Town; readonly world: World },
): Promise<string> | string | null => {
  if (town.resident === undefined && (as === 'resident' || link !== undefined || isUnlocated === true)) return null;
  if (path !== undefined) return path(town);
  if (link !== undefined && town.resident !== undefined) return link(town.resident, world);
  return hash === undefined ? '/' : `/restaurants#${hash(town)}`;
};

const testStop = (stop: WalkStop): void => {
  const {
    name,
    as,
    hash,
    path,
    link,
    expectedConsoleErrors,
    hasForeignPage,
    isAfterLunch,
    hasNoLayoutShift,
    isUnlocated,
    then,
  } = stop;
  const walkTest = isAfterLunch === true ? lateTest : test;
  const waitForScreen = path === undefined ? waitForList : waitForPage;
  const waitForSettledScreen = hasForeignPage === true ? waitUntilStill : waitForScreen;
  walkTest(
    `${name}: nothing is complained of`,
    async ({ page, context, place, world, enter, consoleErrors }, { project }) => {
      const stopUrl = await urlOfStop(stop, { town: place, world });
      test.skip(stopUrl === null, 'nobody lives here');
      if (expectedConsoleErrors !== undefined) consoleErrors.expect(expectedConsoleErrors);
      if (as !== undefined) await enter(as);
      if (isUnlocated === true) await denyGeolocation(context);
      await page.goto(stopUrl ?? '/');
      const contentLocator =
        hash === undefined && link === undefined
          ? page.getByRole('main').getByRole('article').first()
          : page.getByRole('dialog').first();
      if (path === undefined) await expect(contentLocator).toBeVisible();
      await waitForScreen(page);
      if (hasNoLayoutShift === true) expect(await measureLayoutShift(page)).toBeLessThan(NOTICEABLE_SHIFT_SCORE);
      await then?.(page, place);
      await waitForSettledScreen(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await waitForSettledScreen(page);
        await page.screenshot({ path: join(SCREENSHOTS_FOLDER, name, `${project.name}-${colorScheme}.png`) });
      }
    },
  );
};

STOPS.forEach(testStop);
