import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { settle, waitUntilStill } from '../specs/screens/settle';
import { layoutShift, NOTICEABLE_SHIFT } from '../world/layout-shift';
import { root } from '../world/product';
import { concealPosition } from '../world/shared-contexts';
import type { World } from '../world/start-world';
import type { Stop } from '../remotes/stop';
import { STOPS } from './stops';
import type { Town } from '../remotes/towns';
import { expect, lateTest, test } from './walk-test';

const PICTURES = join(root, 'test-results/walk');

/** Waits for a page outside of the app. That page has no list and shows everything at once. */
const waitForPage = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main').first()).toBeVisible();
  await settle(page);
};

/** Waits until the list shows the number of open restaurants and all visible pictures have loaded. */
const waitForList = async (page: Page): Promise<void> => {
  await page.locator('main header p').filter({ hasText: /\S/ }).first().waitFor({ state: 'attached' });
  await settle(page);
  await page.evaluate(async () => {
    const isOnScreen = (image: HTMLImageElement): Promise<boolean> =>
      new Promise((resolve) => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect();
          resolve(entry?.isIntersecting === true);
        });
        observer.observe(image);
      });
    // A picture that fails to load stays as the page shows it.
    const untilDrawn = async (image: HTMLImageElement): Promise<void> =>
      (await isOnScreen(image)) ? image.decode().catch(() => undefined) : undefined;
    await Promise.all([...document.images].map(untilDrawn));
  });
  await settle(page);
};

/**
 * Returns the URL of a stop; null if the stop needs a resident and the town has none, or if it shows the list of a
 * visitor without a position.
 */
const addressOf = (
  { as, hash, path, link, isUnlocated }: Stop,
  { town, world }: { readonly town: Town; readonly world: World },
): Promise<string> | string | null => {
  if (town.resident === undefined && (as === 'resident' || link !== undefined || isUnlocated === true)) return null;
  if (path !== undefined) return path(town);
  if (link !== undefined && town.resident !== undefined) return link(town.resident, world);
  return hash === undefined ? '/' : `/restaurants#${hash(town)}`;
};

const takesPictures = (stop: Stop): void => {
  const { name, as, hash, path, link, expects, hasForeignPage, isAfterLunch, isStill, isUnlocated, then } = stop;
  const visit = isAfterLunch === true ? lateTest : test;
  const waitForScreen = path === undefined ? waitForList : waitForPage;
  const lookAgain = hasForeignPage === true ? waitUntilStill : waitForScreen;
  visit(
    `${name}: nothing is complained of`,
    async ({ page, context, place, world, enter, consoleErrors }, { project }) => {
      const address = await addressOf(stop, { town: place, world });
      test.skip(address === null, 'nobody lives here');
      if (expects !== undefined) consoleErrors.expect(expects);
      if (as !== undefined) await enter(as);
      if (isUnlocated === true) await concealPosition(context);
      await page.goto(address ?? '/');
      const content =
        hash === undefined && link === undefined
          ? page.getByRole('main').getByRole('article').first()
          : page.getByRole('dialog').first();
      if (path === undefined) await expect(content).toBeVisible();
      await waitForScreen(page);
      if (isStill === true) expect(await layoutShift(page)).toBeLessThan(NOTICEABLE_SHIFT);
      await then?.(page, place);
      await lookAgain(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await lookAgain(page);
        await page.screenshot({ path: join(PICTURES, name, `${project.name}-${colorScheme}.png`) });
      }
    },
  );
};

STOPS.forEach(takesPictures);
