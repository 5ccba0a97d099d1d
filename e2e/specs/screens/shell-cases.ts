import type { VersionInfo } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import { standBetween } from '../../world/live-between';
import { asMeasured } from '../../world/measuring';
import type { ScreenCase } from './screen-case';

const gate = (title: string, info: VersionInfo): Pick<ScreenCase, 'open' | 'shown'> => ({
  async open(page) {
    await page.route('**/api/versionInfos/5', (route) => route.fulfill({ json: info }));
    await standBetween(page, (item) =>
      item.collection === 'versionInfos' ? { ...item, value: { ...item.value, ...info } } : item,
    );
    await page.goto('/restaurants');
  },
  shown: (page) => page.getByRole('dialog', { name: title }),
});

/** What stands before everything else. */
export const gateCases: readonly ScreenCase[] = [
  { name: 'maintenance', ...gate('Kurze Pause', { maintenance: true, requiredVersion: '5.0.1' }) },
  {
    name: 'question for consent',
    async open(page) {
      await asMeasured(page);
      await page.goto('/restaurants');
    },
    shown: (page) => page.getByRole('alertdialog', { name: 'Dürfen wir mitzählen?' }),
  },
  { name: 'outdated version', ...gate('Es gibt eine neue Version', { maintenance: false, requiredVersion: '6.0.0' }) },
];

/** Makes the user's own document another one on its way to the page. */
const withUser = (page: Page, change: object): Promise<unknown> =>
  standBetween(page, (item) => (item.collection === 'user' ? { ...item, value: { ...item.value, ...change } } : item));

const requiredAction = (title: string, change: object = {}): Pick<ScreenCase, 'open' | 'shown'> => ({
  async open(page) {
    await withUser(page, change);
    await page.goto('/restaurants');
  },
  shown: (page) => page.getByRole('alertdialog', { name: title }),
});

/** What stands before everything else of a member. */
export const memberGateCases: readonly ScreenCase[] = [
  { name: 'new policy', ...requiredAction('Unsere Datenschutzerklärung', { policyVersion: 0 }) },
  { name: 'coming back from a deletion', ...requiredAction('Willkommen zurück', { deleted: true }) },
  { name: 'verification demanded', isUnverified: true, ...requiredAction('Bestätige deine E-Mail') },
];
