import type { Page } from '@playwright/test';
import { expect, SCREENS, test } from '../../world/world-test';
import { cardOf, dialogOf } from './words';

const MOST_TABS = 40;

/** Presses Tab until something named so has the focus. */
const tabTo = async (page: Page, role: 'link' | 'button' | 'tab', name: string): Promise<void> => {
  const target = page.getByRole(role, { name, exact: true });
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never came to ${name}`);
};

for (const { device, viewport } of SCREENS) {
  test.describe(device, () => {
    test.use({ viewport });

    test('is used by keyboard alone: reaches the list, reads the third place’s menu, and comes back to it', async ({ page }) => {
      await page.goto('/');
      await expect(cardOf(page, 'Kantine Haus 1')).toBeVisible();
      await tabTo(page, 'link', 'Zum Inhalt springen');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();

      await tabTo(page, 'link', 'Mensa am Brunnen');
      await tabTo(page, 'link', 'Bistro Linde');
      await tabTo(page, 'link', 'Kantine Haus 1');
      await page.keyboard.press('Enter');
      const sheet = dialogOf(page, 'Kantine Haus 1');
      await expect(sheet.getByRole('region', { name: 'Mittagstisch' }).getByRole('listitem')).toHaveText(/Eintopf Nummer 1/);
      await expect.poll(() => sheet.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
      await expect(page.getByRole('main').getByRole('link', { name: 'Kantine Haus 1' })).toBeFocused();
    });

    test('moves through the menu’s tabs by arrow keys', async ({ page }) => {
      await page.goto('/restaurants#details/mensa-am-brunnen');
      const sheet = dialogOf(page, 'Mensa am Brunnen');
      await expect(sheet.getByRole('tab', { name: 'Mittagstisch' })).toBeVisible();
      await tabTo(page, 'tab', 'Mittagstisch');
      await page.keyboard.press('ArrowRight');
      await expect(sheet.getByRole('tab', { name: 'Suppen' })).toBeFocused();
      await expect(sheet.getByRole('tabpanel')).toContainText('Tomatensuppe');
      await page.keyboard.press('End');
      await expect(sheet.getByRole('tabpanel')).toContainText('Vanillepudding');
    });

    test('opens and leaves the drawer and an info dialog by keyboard, one level a key', async ({ page }) => {
      await page.goto('/restaurants#details/mensa-am-brunnen');
      await tabTo(page, 'button', 'Info');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog').last()).toContainText('Öffnungszeiten');
      await page.keyboard.press('Escape');
      await expect(dialogOf(page, 'Mensa am Brunnen').getByRole('button', { name: 'Info' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await tabTo(page, 'button', 'Menü öffnen');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Menü öffnen' })).toBeFocused();
    });
  });
}
