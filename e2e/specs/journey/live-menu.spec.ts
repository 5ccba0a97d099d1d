import type { Locator } from '@playwright/test';
import { expect, SCREENS, test } from '../../world/world-test';
import { birthOf, cardOf, dialogOf } from '../../world/locators';

/** How long a change may take to be seen: issue 2. */
const AT_MOST_MS = 1_000;

/** Milliseconds from before a change is made until it is seen. */
const timeOf = async (change: () => Promise<unknown>, seen: Locator, state: 'visible' | 'detached' = 'visible'): Promise<number> => {
  const begin = performance.now();
  await Promise.all([change(), seen.waitFor({ state })]);
  return performance.now() - begin;
};

const dishOf = (place: Locator, words: RegExp): Locator => place.getByRole('listitem').filter({ hasText: words });

for (const [index, { device, viewport }] of SCREENS.entries()) {
  test.describe(device, () => {
    test.use({ viewport });
    // Each width has a place of its own: the tests share one world.
    const name = `Kantine Haus ${index + 1}`;
    const routingName = `kantine-haus-${index + 1}`;

    test('shows a dish that was changed through the partner API on list and page within a second, without reload', async ({ page, world }, { annotations }) => {
      const restaurant = await world.partner.restaurant(routingName);
      const key = `linsen-${device}`;
      const report = (what: string, ms: number): void => {
        annotations.push({ type: what, description: `${Math.round(ms)} ms` });
        console.log(`${device}: ${what} after ${Math.round(ms)} ms`);
        expect(ms, what).toBeLessThan(AT_MOST_MS);
      };

      await page.goto('/');
      const card = cardOf(page, name);
      await card.scrollIntoViewIfNeeded();
      await expect(card).toContainText(`Eintopf Nummer ${index + 1}`);
      const birth = await birthOf(page);

      await test.step('list', async () => {
        const put = () => world.partner.put(key, restaurant, { name: 'Linsen mit Spätzle', price: 720, order: 9_000 });
        report('new dish in the list', await timeOf(put, dishOf(card, /Linsen mit Spätzle\s*7,20\s€/)));
      });

      await test.step('page', async () => {
        await card.getByRole('link').click();
        const sheet = dialogOf(page, name);
        await expect(sheet.getByRole('region', { name: 'Mittagstisch' }).getByRole('listitem').first()).toContainText('Linsen mit Spätzle');
        const put = () => world.partner.put(key, restaurant, { name: 'Linsen mit Spätzle', price: 690, order: 9_000 });
        report('new price on the page', await timeOf(put, dishOf(sheet, /Linsen mit Spätzle\s*6,90\s€/)));
        report('deleted dish off the page', await timeOf(() => world.partner.remove(key), dishOf(sheet, /Linsen mit Spätzle/), 'detached'));
        await page.keyboard.press('Escape');
        await expect(dishOf(card, /Linsen mit Spätzle/)).toHaveCount(0);
      });
      expect(await birthOf(page)).toBe(birth);
    });
  });
}
