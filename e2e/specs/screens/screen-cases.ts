import type { Page } from '@playwright/test';
import { cardOf, dialogOf, openDrawer } from '../../world/locators';
import { expect } from '../../world/world-test';
import { ownAccountCases } from './account-cases';
import { chatCases } from './chat-cases';
import { contactCases } from './contact-cases';
import { discoveryCases } from './discovery-cases';
import { draftCases } from './draft-cases';
import { invitationCases, linkCases } from './invitation-cases';
import { MENSA, openList } from './open-list';
import type { ScreenCase } from './screen-case';
import { openScreen } from './screen-case';
import { gateCases, memberGateCases } from './shell-cases';
import { signInCases } from './sign-in-cases';

const NORTH_SEA = { latitude: 55.5, longitude: 5.5 };

const places = (page: Page) =>
  page.getByRole('region', { name: 'Karte' }).getByRole('button', { name: new RegExp(`^${MENSA}`) });

const openMap = async (page: Page): Promise<void> => {
  await openList(page);
  const toMap = page.getByRole('tab', { name: 'Kartenansicht' });
  if (await toMap.isVisible()) await toMap.click();
};

const chosenPlace = (page: Page) => places(page).and(page.locator('[aria-pressed=true]'));

// Enter on a place that is chosen would lead to its page.
const choosePlace = async (page: Page): Promise<void> => {
  await expect(places(page)).toBeVisible();
  if ((await chosenPlace(page).count()) === 0) await places(page).press('Enter');
};

const inDialog = (words: string | RegExp) => (page: Page) => page.getByRole('dialog').getByText(words).first();

const restaurant = (routingName: string, words: string): Pick<ScreenCase, 'open' | 'shown'> => ({
  open: openScreen(`details/${routingName}`),
  shown: inDialog(words),
});

const openMensa = async (page: Page): Promise<void> => {
  await openScreen('details/mensa-am-brunnen')(page);
  await expect(inDialog('Gulasch mit Semmelknödel')(page)).toBeVisible();
};

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menü', exact: true });

/** A refused file or answer is printed by Chromium. */
const REFUSED = /\/remotes\/mf-account\/|\/api\/restaurants\/loadByLocation/;

/** Screens that everybody sees. */
export const openCases: readonly ScreenCase[] = [
  { name: 'list', open: openList, shown: (page) => cardOf(page, MENSA) },
  { name: 'map', open: openMap, shown: places },
  {
    name: 'map with a chosen place',
    async open(page) {
      await openMap(page);
      await choosePlace(page);
    },
    restore: choosePlace,
    shown: chosenPlace,
  },
  { name: 'restaurant page', ...restaurant('mensa-am-brunnen', 'Gulasch mit Semmelknödel') },
  { name: 'restaurant page without lunch', ...restaurant('bistro-linde', 'Heute kein Mittagstisch') },
  { name: 'restaurant page on a rest day', ...restaurant('cafeteria-nordtor', 'Heute ist Ruhetag') },
  { name: 'restaurant page already closed', ...restaurant('kantine-fruehschicht', 'Heute ist schon Schluss') },
  {
    name: 'restaurant page with its info',
    async open(page) {
      await openMensa(page);
      await page.getByRole('button', { name: 'Info' }).click();
    },
    shown: (page) => page.getByRole('dialog').last().filter({ hasText: 'Öffnungszeiten' }),
  },
  {
    name: 'restaurant page with allergens',
    async open(page) {
      await openMensa(page);
      await page
        .getByRole('button', { name: /^Allergene/ })
        .first()
        .click();
    },
    shown: (page) => page.getByRole('dialog').last().filter({ hasText: 'Glutenhaltiges Getreide' }),
  },
  {
    name: 'drawer',
    async open(page) {
      await openList(page);
      await openDrawer(page);
    },
    shown: drawer,
  },
  ...signInCases,
  { name: 'settings', open: openScreen('settings'), shown: (page) => dialogOf(page, 'Einstellungen') },
  { name: 'imprint', open: openScreen('settings/imprint'), shown: inDialog(/§ 18/) },
  { name: 'privacy', open: openScreen('settings/privacy'), shown: inDialog('Wer verantwortlich ist') },
  { name: 'support', open: openScreen('support'), shown: (page) => dialogOf(page, 'Hilfe und Kontakt') },
  {
    name: 'empty list',
    at: NORTH_SEA,
    async open(page) {
      await page.goto('/');
    },
    shown: (page) => page.getByRole('heading', { name: 'Hier ist gerade nichts' }),
  },
  {
    name: 'list that fails',
    async open(page, { consoleErrors }) {
      consoleErrors.expect(REFUSED);
      await page.route('**/api/restaurants/loadByLocation*', (route) => route.fulfill({ status: 503 }));
      await page.goto('/');
    },
    shown: (page) => page.getByRole('heading', { name: 'Die Lokale laden nicht' }),
  },
  {
    name: 'fallback of a remote that is away',
    async open(page, { consoleErrors }) {
      consoleErrors.expect(REFUSED);
      await page.route('**/remotes/mf-account/**', (route) => route.fulfill({ status: 503 }));
      await openScreen('support')(page);
    },
    shown: (page) => page.getByRole('dialog').getByRole('button', { name: 'Erneut versuchen' }),
  },
  ...discoveryCases,
  ...linkCases,
  ...gateCases,
];

const emptyTab = (page: Page) => page.getByRole('dialog').getByRole('tabpanel').getByRole('heading');

/** Screens of who is logged in. */
export const memberCases: readonly ScreenCase[] = [
  {
    name: 'drawer of a member',
    async open(page) {
      await openList(page);
      await openDrawer(page);
    },
    shown: (page) => drawer(page).getByRole('button', { name: 'Abmelden' }),
  },
  {
    name: 'logout',
    async open(page) {
      await openList(page);
      await (await openDrawer(page)).getByRole('button', { name: 'Abmelden' }).click();
    },
    shown: (page) => page.getByRole('alertdialog', { name: 'Abmelden?' }),
  },
  ...(['orders', 'contacts', 'invitations'] as const).flatMap((key): ScreenCase[] => [
    { name: key, open: openScreen(key), shown: emptyTab },
    {
      name: `${key}, second tab`,
      async open(page) {
        await openScreen(key)(page);
        await page.getByRole('dialog').getByRole('tab').nth(1).click();
      },
      shown: emptyTab,
    },
  ]),
  {
    name: 'vouchers',
    open: openScreen('vouchers'),
    shown: (page) => dialogOf(page, 'Gutscheine').getByRole('heading', { level: 2 }),
  },
  ...contactCases,
  ...chatCases,
  ...invitationCases,
  ...draftCases,
  {
    name: 'sharing a place',
    async open(page) {
      await openMensa(page);
      await page.getByRole('button', { name: 'Teilen' }).click();
    },
    shown: (page) => page.getByRole('dialog').last().getByRole('button', { name: 'In einem Chat teilen' }),
  },
  {
    name: 'QR code of a place',
    async open(page) {
      await openMensa(page);
      await page.getByRole('button', { name: 'Teilen' }).click();
      await page.getByRole('dialog').last().getByRole('button', { name: 'QR-Code' }).click();
    },
    shown: (page) => dialogOf(page, 'QR-Code').getByRole('img', { name: /^QR-Code zum Lokal/ }),
  },
  { name: 'settings of a member', open: openScreen('settings'), shown: (page) => dialogOf(page, 'Einstellungen') },
  ...ownAccountCases,
  ...memberGateCases,
];
