import type { VersionInfo } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import { standBetween } from '../../world/live-between';
import { asMeasured } from '../../world/measuring';
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
  {
    name: 'question for consent',
    async open(page) {
      await asMeasured(page);
      await page.goto('/restaurants');
      await expect(page.getByRole('alertdialog', { name: 'Dürfen wir mitzählen?' })).toBeVisible();
    },
  },
  { name: 'outdated version', open: gate('Es gibt eine neue Version', { maintenance: false, requiredVersion: '6.0.0' }) },
];

/** Makes the user's own document another one on its way to the page. */
const withUser = (page: Page, change: object): Promise<unknown> =>
  standBetween(page, (item) => (item.collection === 'user' ? { ...item, value: { ...item.value, ...change } } : item));

const requiredAction = (title: string, change: object = {}) => async (page: Page): Promise<void> => {
  await withUser(page, change);
  await page.goto('/restaurants');
  await expect(page.getByRole('alertdialog', { name: title })).toBeVisible();
};

/** What stands before everything else of a member. */
export const memberGateCases: readonly ScreenCase[] = [
  { name: 'new policy', open: requiredAction('Unsere Datenschutzerklärung', { policyVersion: 0 }) },
  { name: 'coming back from a deletion', open: requiredAction('Willkommen zurück', { deleted: true }) },
  { name: 'verification demanded', isUnverified: true, open: requiredAction('Bestätige deine E-Mail') },
];
