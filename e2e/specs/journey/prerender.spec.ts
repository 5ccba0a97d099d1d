import type { Page } from '@playwright/test';
import { measureLayoutShift, NOTICEABLE_SHIFT } from '../../world/layout-shift';
import { expect, inEachScreenSize, test } from '../../world/world-test';
import { cardOf, dialogOf, placeNames } from '../../world/locators';
import { waitUntilSettled } from '../screens/settle';

const MENSA = 'Mensa am Brunnen';

const PHONE = { width: 360, height: 740 };

test.use({ viewport: PHONE });

/** Holds all scripts of the page back until the returned function is called. */
const holdScripts = async (page: Page): Promise<() => Promise<void>> => {
  let release = (): void => undefined;
  const releasePromise = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.js', async (route) => {
    await releasePromise;
    await route.continue();
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
};

const visitList = async (page: Page): Promise<void> => {
  await page.goto('/restaurants');
  await expect(cardOf(page, MENSA)).toBeVisible();
};

test('shows the places around where the reader was last before any script runs, hands over without a jump, and does what is pressed before: leads to a place, chooses a chip; is left out where the reader has changed what the list shows', async ({
  page,
}) => {
  await visitList(page);

  // The gateway's HTML is the same for all window sizes, and the page must look right in each of them.
  await inEachScreenSize(page, async () => {
    const release = await holdScripts(page);
    await page.goto('/restaurants', { waitUntil: 'commit' });
    await expect(cardOf(page, MENSA)).toBeVisible();
    await expect(cardOf(page, MENSA)).toContainText('Mittagstisch bis 14:00');
    const namesBefore = await placeNames(page);
    // The web font may arrive after the first paint. It then moves lines on a system that lacks the fallback fonts of
    // the same width.
    await page.evaluate(async () => void (await document.fonts.ready));
    const shiftBefore = await measureLayoutShift(page);
    await release();
    await expect(page.locator('#prerender')).toHaveCount(0);
    await waitUntilSettled(page);
    expect((await placeNames(page)).slice(0, namesBefore.length)).toEqual(namesBefore);
    expect((await measureLayoutShift(page)) - shiftBefore).toBeLessThan(NOTICEABLE_SHIFT);
  });
  await page.setViewportSize(PHONE);

  await test.step('a press before any script', async () => {
    const release = await holdScripts(page);
    await page.goto('/restaurants', { waitUntil: 'commit' });
    await cardOf(page, MENSA).getByRole('link').click();
    await release();
    await expect(dialogOf(page, MENSA)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a chip before any script, pressed twice by somebody who is in a hurry', async () => {
    const release = await holdScripts(page);
    await page.goto('/restaurants', { waitUntil: 'commit' });
    await expect(cardOf(page, MENSA)).toBeVisible();
    const allChip = page.getByRole('button', { name: 'Alle', exact: true });
    await allChip.click();
    await allChip.click();
    await expect(allChip).toHaveAttribute('aria-pressed', 'false');
    await release();
    await expect(page.locator('#prerender')).toHaveCount(0);
    await expect(allChip).toHaveAttribute('aria-pressed', 'true');
    await expect(allChip).toBeFocused();
    await page.getByRole('button', { name: 'Mittagstisch', exact: true }).click();
  });

  await test.step('another list', async () => {
    await page.getByRole('button', { name: 'Alle', exact: true }).click();
    await expect
      .poll(async () => (await page.context().cookies(`${page.url()}`)).map(({ name }) => name))
      .toContain('mahlzeit_narrowed');
    const release = await holdScripts(page);
    await page.goto('/restaurants', { waitUntil: 'commit' });
    await expect(page.locator('#skeleton')).toBeAttached();
    await expect(page.getByRole('article')).toHaveCount(0);
    await release();
    await expect(cardOf(page, MENSA)).toBeVisible();
    await page.getByRole('button', { name: 'Mittagstisch', exact: true }).click();
  });
});
