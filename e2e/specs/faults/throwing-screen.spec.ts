import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { repositoryRoot } from '../../world/product';
import { becomeMember, verifyEmailAddress } from '../../world/sign-in';
import { readTimeOrigin, openDrawer, retryButton } from '../../world/locators';
import { expect, test as base } from './fault-test';
import { remoteTestsOf } from '../../remotes/load-remote-tests';
import { expectOthersToWork } from './member';

const test = base.extend({
  product: async ({ product }, use) => {
    const socialFolder = join(product, 'mf-social/dist');
    rmSync(socialFolder, { recursive: true });
    cpSync(join(repositoryRoot, 'e2e/fixtures/remotes/probe-moody/dist'), socialFolder, { recursive: true });
    await use(product);
  },
});

const storeMood = (page: Page, mood: 'bad' | 'good'): Promise<void> =>
  page.evaluate((moodName) => localStorage.setItem('mood', moodName), mood);

test('keeps the others working while a screen of mf-social throws while it draws or mounts, and shows it without reload afterwards', async ({
  page,
  context,
  ownWorld,
  consoleErrors,
}) => {
  test.setTimeout(120_000);
  // Each screen that throws prints its error, so every console error is expected.
  consoleErrors.expect(/./);
  await verifyEmailAddress(ownWorld, await becomeMember(context));
  await page.goto('/');
  const initialTimeOrigin = await readTimeOrigin(page);
  for (const [linkName, faultName, screenRole] of [
    ['Kontakte', 'throws while it draws', 'dialog'],
    ['Einladungen', 'throws while it mounts', 'region'],
  ] as const) {
    await test.step(faultName, async () => {
      await storeMood(page, 'bad');
      const openScreenByDrawer = async (): Promise<void> =>
        (await openDrawer(page)).getByRole('link', { name: linkName, exact: true }).click();

      await openScreenByDrawer();
      await expect(retryButton(page)).toBeVisible({ timeout: 20_000 });
      await remoteTestsOf('mf-social').landmark.leave(page);
      await expectOthersToWork(page, 'mf-social');

      await openScreenByDrawer();
      await expect(retryButton(page)).toBeVisible({ timeout: 20_000 });
      await storeMood(page, 'good');
      await retryButton(page).click();
      await expect(page.getByRole(screenRole, { name: 'Gute Laune' })).toBeVisible();
      expect(await readTimeOrigin(page)).toBe(initialTimeOrigin);
      await page.goBack();
      await expect(page.getByRole(screenRole, { name: 'Gute Laune' })).toHaveCount(0);
    });
  }
});
