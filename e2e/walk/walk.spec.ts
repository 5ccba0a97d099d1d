import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { settle } from '../specs/screens/settle';
import { root } from '../world/product';
import type { Stop } from './stops';
import { STOPS } from './stops';
import { expect, test } from './walk-test';

const PICTURES = join(root, 'test-results/walk');

/** The list is there, or says why none is, and all pictures that are on the screen have come. */
const seen = async (page: Page): Promise<void> => {
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(async () => {
    const isOnScreen = (image: HTMLImageElement): Promise<boolean> =>
      new Promise((tell) => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect();
          tell(entry?.isIntersecting === true);
        });
        observer.observe(image);
      });
    const missing = [...document.images].filter((image) => !image.complete);
    return !(await Promise.all(missing.map(isOnScreen))).includes(true);
  });
  await settle(page);
};

const takesPictures = ({ name, as, hash, then }: Stop): void => {
  test(`${name}: nothing is complained of`, async ({ page, place, enter }, { project }) => {
    if (as !== undefined) await enter({ isVerified: as === 'member' });
    await page.goto(hash === undefined ? '/' : `/restaurants#${hash(place)}`);
    const content = hash === undefined ? page.getByRole('main').getByRole('article').first() : page.getByRole('dialog').first();
    await expect(content).toBeVisible();
    await seen(page);
    await then?.(page, place);
    await seen(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await seen(page);
      await page.screenshot({ path: join(PICTURES, name, `${project.name}-${colorScheme}.png`) });
    }
  });
};

STOPS.forEach(takesPictures);
