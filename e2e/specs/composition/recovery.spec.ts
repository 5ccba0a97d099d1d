import type { Page } from '@playwright/test';
import type { FileFault } from '../../fixtures/composition-server';
import { pressRetry, retryButton } from '../../world/locators';
import { expect, test } from './composition-test';

const dialogB = (page: Page) => page.getByRole('dialog', { name: 'Dialog B' });

const places = [
  ['entry', /^\/remotes\/mf-social\/remoteEntry\./],
  ['chunk', /^\/remotes\/mf-social\/(?!remoteEntry)/],
  ['shared chunk', /^\/assets\/(?!shell\.)/],
] as const;

const faults: readonly (readonly [string, FileFault])[] = [
  ['is not served', 'unavailable'],
  ['hangs', 'hanging'],
];

for (const [faultName, fault] of faults) {
  test.describe(faultName, () => {
    test.use({ movesClock: fault === 'hanging' });

    for (const [fileKind, path] of places) {
      test(`shows the fallback while a remote’s ${fileKind} ${faultName} and recovers without reload`, async ({
        composition,
        pageOfA: { page, open, waitForTimers, expectAlive },
      }) => {
        await page.waitForLoadState('networkidle');
        let loadCount = 0;
        page.on('load', () => (loadCount += 1));
        composition.breakFile(path, fault);
        await open('dialog');
        if (fault === 'hanging') await waitForTimers();
        await expect(retryButton(page).last()).toBeVisible({ timeout: 20_000 });
        await expectAlive();

        composition.repairFiles();
        await pressRetry(page);
        await expect(dialogB(page)).toBeVisible({ timeout: 20_000 });
        expect(loadCount).toBe(0);
        await expect(dialogB(page)).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(dialogB(page)).toBeHidden();
        await expectAlive();
      });
    }
  });
}

test('recovers by itself from a fault that passes while the visitor waits', async ({
  composition,
  pageOfA: { page, open },
}) => {
  await page.waitForLoadState('networkidle');
  composition.breakFile(/^\/remotes\/mf-social\/remoteEntry\./, 'unavailable');
  const isTried = page.waitForResponse(
    (response) => response.url().includes('remoteEntry') && response.status() === 503,
  );
  await open('dialog');
  await isTried;
  composition.repairFiles();
  await expect(dialogB(page)).toBeVisible();
});
