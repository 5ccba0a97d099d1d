import type { VersionInfo } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import { standBetween } from '../../world/live-between';
import { expect } from '../../world/world-test';
import type { ScreenCase } from './screen-case';

const gate = (title: string, info: VersionInfo) => async (page: Page): Promise<void> => {
  await page.route('**/api/versionInfos/5', (route) => route.fulfill({ json: info }));
  await standBetween(page, (item) => (item.collection === 'versionInfos' ? { ...item, value: { ...item.value, ...info } } : item));
  await page.goto('/restaurants');
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
};

/** What stands before everything else. */
export const gateCases: readonly ScreenCase[] = [
  { name: 'maintenance', open: gate('Kurze Pause', { maintenance: true, requiredVersion: '5.0.1' }) },
  { name: 'outdated version', open: gate('Es gibt eine neue Version', { maintenance: false, requiredVersion: '6.0.0' }) },
];

/** What stands before everything else of a member. */
export const memberGateCases: readonly ScreenCase[] = [
  {
    name: 'new policy',
    async open(page) {
      await standBetween(page, (item) => (item.collection === 'user' ? { ...item, value: { ...item.value, policyVersion: 0 } } : item));
      await page.goto('/restaurants');
      await expect(page.getByRole('alertdialog', { name: 'Neue Datenschutzerklärung' })).toBeVisible();
    },
  },
];
