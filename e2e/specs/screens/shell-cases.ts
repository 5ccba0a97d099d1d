import { Session } from '@mahlzeit/contract';
import type { VersionInfo } from '@mahlzeit/contract';
import { openDrawer } from '../../world/locators';
import type { Page } from '../../world/world-test';
import { proxyLiveSocket } from '../../world/live-between';
import { enableMeasurement } from '../../world/measuring';
import type { ScreenCases } from '../../remotes/remote-tests';
import { openRestaurantList } from '../../remotes/open-list';
import type { ScreenCase } from '../../remotes/screen-case';
import { openScreen } from '../../remotes/screen-case';
import { fetchOriginalAnswer } from '../../world/original-answer';

const createGateCase = (title: string, versionInfo: VersionInfo): Pick<ScreenCase, 'open' | 'shown'> => ({
  async open(page) {
    await page.route('**/api/versionInfos/5', (route) => route.fulfill({ json: versionInfo }));
    await proxyLiveSocket(page, (item) =>
      item.collection === 'versionInfos' ? { ...item, value: { ...item.value, ...versionInfo } } : item,
    );
    await page.goto('/restaurants');
  },
  shown: (page) => page.getByRole('dialog', { name: title }),
});

/** Dialogs that block the whole product until the visitor has answered them or they disappear. */
const gateCases: readonly ScreenCase[] = [
  {
    name: 'maintenance',
    needsOwnPage: true,
    ...createGateCase('Kurze Pause', { maintenance: true, requiredVersion: '5.0.1' }),
  },
  {
    name: 'question for consent',
    needsOwnPage: true,
    async open(page) {
      await enableMeasurement(page);
      await page.goto('/restaurants');
    },
    shown: (page) => page.getByRole('alertdialog', { name: 'Dürfen wir mitzählen?' }),
  },
  {
    name: 'outdated version',
    needsOwnPage: true,
    ...createGateCase('Es gibt eine neue Version', { maintenance: false, requiredVersion: '6.0.0' }),
  },
];

/**
 * Changes fields of the user's own data before they reach the page: in the response with the session, and in the live
 * topic.
 */
const patchUser = async (page: Page, userChange: object): Promise<void> => {
  await page.route('**/api/auth/refresh', async (route) => {
    const response = await fetchOriginalAnswer(route);
    const session = Session.parse(await response.json());
    await route.fulfill({ response, json: { ...session, user: { ...session.user, ...userChange } } });
  });
  await proxyLiveSocket(page, (item) =>
    item.collection === 'user' ? { ...item, value: { ...item.value, ...userChange } } : item,
  );
};

const createRequiredActionCase = (title: string, userChange: object = {}): Pick<ScreenCase, 'open' | 'shown'> => ({
  async open(page) {
    await patchUser(page, userChange);
    await page.goto('/restaurants');
  },
  shown: (page) => page.getByRole('alertdialog', { name: title }),
});

/** Dialogs that block the whole product for a member until they have answered. */
const memberGateCases: readonly ScreenCase[] = [
  {
    name: 'new policy',
    needsOwnPage: true,
    ...createRequiredActionCase('Unsere Datenschutzerklärung', { policyVersion: 0 }),
  },
  {
    name: 'coming back from a deletion',
    needsOwnPage: true,
    ...createRequiredActionCase('Willkommen zurück', { deleted: true }),
  },
  { name: 'verification demanded', isUnverified: true, ...createRequiredActionCase('Bestätige deine E-Mail') },
];

const drawerDialog = (page: Page) => page.getByRole('dialog', { name: 'Menü', exact: true });

/** Matches the request for the file that the case blocks. Chromium prints the failed request as an error. */
const BLOCKED_REQUEST_PATTERN = /\/remotes\/mf-account\//;

/** Screen states of the shell's own components (drawer, required actions, fallbacks), by kind of visitor. */
export const shellCases: ScreenCases = {
  visitor: [
    {
      name: 'drawer',
      async open(page) {
        await openRestaurantList(page);
        await openDrawer(page);
      },
      shown: drawerDialog,
    },
    {
      name: 'fallback of a remote that is away',
      needsOwnPage: true,
      async open(page, { consoleErrors }) {
        consoleErrors.expect(BLOCKED_REQUEST_PATTERN);
        await page.route('**/remotes/mf-account/**', (route) => route.fulfill({ status: 503 }));
        await openScreen('support')(page);
      },
      shown: (page) => page.getByRole('dialog').getByRole('button', { name: 'Erneut versuchen' }),
    },
    ...gateCases,
  ],
  member: [
    {
      name: 'drawer of a member',
      async open(page) {
        await openRestaurantList(page);
        await openDrawer(page);
      },
      shown: (page) => drawerDialog(page).getByRole('button', { name: 'Abmelden' }),
    },
    {
      name: 'logout',
      async open(page) {
        await openRestaurantList(page);
        await (await openDrawer(page)).getByRole('button', { name: 'Abmelden' }).click();
      },
      shown: (page) => page.getByRole('alertdialog', { name: 'Abmelden?' }),
    },
    ...memberGateCases,
  ],
};
