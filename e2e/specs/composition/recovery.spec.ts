import type { Page } from '@playwright/test';
import type { FileFault } from '../../fixtures/composition-server';
import { pressRetry, retryButton } from '../../world/locators';
import { expect, test } from './composition-test';

const dialogOfB = (page: Page) => page.getByRole('dialog', { name: 'Dialog B' });

const brokenFileCases = [
  ['entry', /^\/remotes\/mf-social\/remoteEntry\./],
  ['chunk', /^\/remotes\/mf-social\/(?!remoteEntry)/],
  ['shared chunk', /^\/assets\/(?!shell\.)/],
] as const;

const fileFaults: readonly (readonly [string, FileFault])[] = [
  ['is not served', 'unavailable'],
  ['hangs', 'hanging'],
];

for (const [faultName, fault] of fileFaults) {
  test.describe(faultName, () => {
    test.use({ movesClock: fault === 'hanging' });

    for (const [fileKind, filePattern] of brokenFileCases) {
      test(`shows the fallback while a remote’s ${fileKind} ${faultName} and recovers without reload`, async ({
        composition,
        pageOfA: { page, open, waitForTimers, expectAlive },
      }) => {
        await page.waitForLoadState('networkidle');
        let pageLoadCount = 0;
        page.on('load', () => (pageLoadCount += 1));
        composition.breakFile(filePattern, fault);
        await open('dialog');
        if (fault === 'hanging') await waitForTimers();
        await expect(retryButton(page).last()).toBeVisible({ timeout: 20_000 });
        await expectAlive();

        composition.repairFiles();
        await pressRetry(page);
        await expect(dialogOfB(page)).toBeVisible({ timeout: 20_000 });
        expect(pageLoadCount).toBe(0);
        await expect(dialogOfB(page)).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(dialogOfB(page)).toBeHidden();
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
  const whenResponded = page.waitForResponse(
    (response) => response.url().includes('remoteEntry') && response.status() === 503,
  );
  await open('dialog');
  await whenResponded;
  composition.repairFiles();
  await expect(dialogOfB(page)).toBeVisible();
});

const brokenReleaseCases = [
  ['entry', null],
  ['declaration', 'restaurant/social'],
  ['screen', 'Dialog B'],
] as const;

for (const [partName, marker] of brokenReleaseCases)
  test(`loads the mended release of a remote whose ${partName} throws, without reload`, async ({
    composition,
    pageOfA: { page, open, reloadPage, expectAlive },
  }) => {
    composition.publishBroken('mf-social', marker);
    await reloadPage();
    let pageLoadCount = 0;
    page.on('load', () => (pageLoadCount += 1));
    await open('dialog');
    await expect(retryButton(page).last()).toBeVisible({ timeout: 20_000 });
    await expectAlive();

    composition.publishBuilt();
    await pressRetry(page);
    await expect(dialogOfB(page)).toBeVisible({ timeout: 20_000 });
    await expect(dialogOfB(page)).toBeFocused();
    expect(pageLoadCount).toBe(0);
    await page.keyboard.press('Escape');
    await expect(dialogOfB(page)).toBeHidden();
    await expectAlive();
  });
