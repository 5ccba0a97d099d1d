import type { Page } from '@playwright/test';
import { measureLayoutShift, NOTICEABLE_SHIFT_SCORE } from '../../world/layout-shift';
import { expect, inEachScreenSize, test } from '../../world/world-test';
import { restaurantCardOf, dialogOf, readPlaceNames } from '../../world/locators';
import { waitUntilSettled } from '../screens/settle';

const MENSA_NAME = 'Mensa am Brunnen';

const PHONE_VIEWPORT = { width: 360, height: 740 };

test.use({ viewport: PHONE_VIEWPORT });

/** Holds all scripts of the page back until the returned function is called. */
const holdScripts = async (page: Page): Promise<() => Promise<void>> => {
  let releaseScripts = (): void => undefined;
  const scriptsReleased = new Promise<void>((resolve) => (releaseScripts = resolve));
  await page.route('**/*.js', async (route) => {
    await scriptsReleased;
    await route.continue();
  });
  return async () => {
    releaseScripts();
    await page.unrouteAll({ behavior: 'wait' });
  };
};

/**
 * Opens the list with all scripts held back. The gateway waits for the prerendered HTML for a part of a second only; on
 * a busy machine the first page may come without it, and the next one has it. Returns the function that releases the
 * scripts.
 */
const openPrerenderedList = async (page: Page): Promise<() => Promise<void>> => {
  const releaseScripts = await holdScripts(page);
  await expect(async () => {
    await page.goto('/restaurants', { waitUntil: 'commit' });
    await expect(page.locator('#prerender')).toBeAttached({ timeout: 2_000 });
  }).toPass();
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
  return releaseScripts;
};

const visitRestaurantList = async (page: Page): Promise<void> => {
  await page.goto('/restaurants');
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
};

test('shows the places around where the reader was last before any script runs, hands over without a jump, and does what is pressed before: leads to a place, chooses a chip; is left out where the reader has changed what the list shows', async ({
  page,
}) => {
  await visitRestaurantList(page);

  // The gateway's HTML is the same for all window sizes, and the page must look right in each of them.
  await inEachScreenSize(page, async () => {
    const releaseScripts = await openPrerenderedList(page);
    await expect(restaurantCardOf(page, MENSA_NAME)).toContainText('Mittagstisch bis 14:00');
    const placeNamesBefore = await readPlaceNames(page);
    // The web font may arrive after the first paint. It then moves lines on a system that lacks the fallback fonts of
    // the same width.
    await page.evaluate(async () => void (await document.fonts.ready));
    const shiftBefore = await measureLayoutShift(page);
    await releaseScripts();
    await expect(page.locator('#prerender')).toHaveCount(0);
    await waitUntilSettled(page);
    expect((await readPlaceNames(page)).slice(0, placeNamesBefore.length)).toEqual(placeNamesBefore);
    expect((await measureLayoutShift(page)) - shiftBefore).toBeLessThan(NOTICEABLE_SHIFT_SCORE);
  });
  await page.setViewportSize(PHONE_VIEWPORT);

  await test.step('a press before any script', async () => {
    const releaseScripts = await openPrerenderedList(page);
    await restaurantCardOf(page, MENSA_NAME).getByRole('link').click();
    await releaseScripts();
    await expect(dialogOf(page, MENSA_NAME)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a chip before any script, pressed twice by somebody who is in a hurry', async () => {
    const releaseScripts = await openPrerenderedList(page);
    const allPlacesChip = page.getByRole('button', { name: 'Alle', exact: true });
    await allPlacesChip.click();
    await allPlacesChip.click();
    await expect(allPlacesChip).toHaveAttribute('aria-pressed', 'false');
    await releaseScripts();
    await expect(page.locator('#prerender')).toHaveCount(0);
    await expect(allPlacesChip).toHaveAttribute('aria-pressed', 'true');
    await expect(allPlacesChip).toBeFocused();
    await page.getByRole('button', { name: 'Mittagstisch', exact: true }).click();
  });

  await test.step('another list', async () => {
    await page.getByRole('button', { name: 'Alle', exact: true }).click();
    await expect
      .poll(async () => (await page.context().cookies(`${page.url()}`)).map(({ name }) => name))
      .toContain('mahlzeit_narrowed');
    const releaseScripts = await holdScripts(page);
    await page.goto('/restaurants', { waitUntil: 'commit' });
    await expect(page.locator('#skeleton')).toBeAttached();
    await expect(page.getByRole('article')).toHaveCount(0);
    await releaseScripts();
    await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
    await page.getByRole('button', { name: 'Mittagstisch', exact: true }).click();
  });
});
