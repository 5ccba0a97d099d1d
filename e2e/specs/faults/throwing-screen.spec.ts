import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../world/product';
import { birthOf, openDrawer } from '../../world/locators';
import { expect, test as base } from './fault-test';
import { expectOthersToWork, openAsMember, PLACES, retryButton } from './member';

const test = base.extend({
  product: async ({ product }, provide) => {
    const social = join(product, 'mf-social/dist');
    rmSync(social, { recursive: true });
    cpSync(join(root, 'e2e/fixtures/remotes/probe-moody/dist'), social, { recursive: true });
    await provide(product);
  },
});

const setMood = (page: Page, mood: 'bad' | 'good'): Promise<void> => page.evaluate((to) => localStorage.setItem('mood', to), mood);

for (const [line, how, role] of [
  ['Kontakte', 'throws while it draws', 'dialog'],
  ['Einladungen', 'throws while it mounts', 'region'],
] as const) {
  test(`keeps the others working while a screen of mf-social ${how}, and shows it without reload afterwards`, async ({ browser, ownWorld }) => {
    test.setTimeout(120_000);
    const page = await (await openAsMember(browser, ownWorld)).newPage();
    await page.goto('/');
    await setMood(page, 'bad');
    const birth = await birthOf(page);
    const enter = async (): Promise<void> => (await openDrawer(page)).getByRole('link', { name: line, exact: true }).click();

    await enter();
    await expect(retryButton(page)).toBeVisible({ timeout: 20_000 });
    await PLACES['mf-social'].leave(page);
    await expectOthersToWork(page, 'mf-social');

    await enter();
    await expect(retryButton(page)).toBeVisible({ timeout: 20_000 });
    await setMood(page, 'good');
    await retryButton(page).click();
    await expect(page.getByRole(role, { name: 'Gute Laune' })).toBeVisible();
    expect(await birthOf(page)).toBe(birth);
    await page.goBack();
    await expect(page.getByRole(role, { name: 'Gute Laune' })).toHaveCount(0);
    await page.context().close();
  });
}
