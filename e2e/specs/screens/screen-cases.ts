import type { Page } from '@playwright/test';
import { dialogOf, openDrawer } from '../../world/locators';
import { expect } from '../../world/world-test';
import { ownAccountCases } from './account-cases';
import { discoveryCases } from './discovery-cases';
import { MENSA, openList as list } from './open-list';
import type { ScreenCase } from './screen-case';
import { gateCases, memberGateCases } from './shell-cases';
import { signInCases } from './sign-in-cases';

const NORTH_SEA = { latitude: 55.5, longitude: 5.5 };

const address = (hash: string, isThere: (page: Page) => Promise<void>) => async (page: Page): Promise<void> => {
  await page.goto(`/restaurants${hash}`);
  await isThere(page);
};

const dialog = (title: string) => (page: Page) => expect(dialogOf(page, title)).toBeVisible();

const map = async (page: Page): Promise<void> => {
  await list(page);
  const toMap = page.getByRole('tab', { name: 'Kartenansicht' });
  if (await toMap.isVisible()) await toMap.click();
  await expect(page.getByRole('region', { name: 'Karte' }).getByRole('button', { name: new RegExp(`^${MENSA}`) })).toBeVisible();
};

const restaurant = (routingName: string, isThere: (page: Page) => Promise<void>) => address(`#details/${routingName}`, isThere);

const words = (text: string | RegExp) => (page: Page) => expect(page.getByRole('dialog').getByText(text).first()).toBeVisible();

/** A refused file or answer is printed by Chromium. */
const REFUSED = /\/remotes\/mf-account\/|\/api\/restaurants\/loadByLocation/;

/** Screens that everybody sees. */
export const openCases: readonly ScreenCase[] = [
  { name: 'list', open: list },
  { name: 'map', open: map },
  {
    name: 'map with a chosen place',
    async open(page) {
      await map(page);
      await page.getByRole('region', { name: 'Karte' }).getByRole('button', { name: new RegExp(`^${MENSA}`) }).press('Enter');
    },
  },
  { name: 'restaurant page', open: restaurant('mensa-am-brunnen', words('Gulasch mit Semmelknödel')) },
  { name: 'restaurant page without lunch', open: restaurant('bistro-linde', words('Heute kein Mittagstisch')) },
  { name: 'restaurant page on a rest day', open: restaurant('cafeteria-nordtor', words('Heute ist Ruhetag')) },
  { name: 'restaurant page already closed', open: restaurant('kantine-fruehschicht', words('Heute ist schon Schluss')) },
  {
    name: 'restaurant page with its info',
    async open(page) {
      await restaurant('mensa-am-brunnen', words('Gulasch mit Semmelknödel'))(page);
      await page.getByRole('button', { name: 'Info' }).click();
      await expect(page.getByRole('dialog').last()).toContainText('Öffnungszeiten');
    },
  },
  {
    name: 'restaurant page with allergens',
    async open(page) {
      await restaurant('mensa-am-brunnen', words('Gulasch mit Semmelknödel'))(page);
      await page.getByRole('button', { name: /^Allergene/ }).first().click();
      await expect(page.getByRole('dialog').last()).toContainText('Glutenhaltiges Getreide');
    },
  },
  {
    name: 'drawer',
    async open(page) {
      await list(page);
      await openDrawer(page);
    },
  },
  ...signInCases,
  { name: 'settings', open: address('#settings', dialog('Einstellungen')) },
  { name: 'imprint', open: address('#settings/imprint', words(/§ 18/)) },
  { name: 'privacy', open: address('#settings/privacy', words('Wer verantwortlich ist')) },
  { name: 'support', open: address('#support', dialog('Hilfe und Kontakt')) },
  {
    name: 'empty list',
    at: NORTH_SEA,
    async open(page) {
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Hier ist gerade nichts' })).toBeVisible();
    },
  },
  {
    name: 'list that fails',
    async open(page, { consoleErrors }) {
      consoleErrors.expect(REFUSED);
      await page.route('**/api/restaurants/loadByLocation*', (route) => route.fulfill({ status: 503 }));
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Die Lokale laden nicht' })).toBeVisible();
    },
  },
  {
    name: 'fallback of a remote that is away',
    async open(page, { consoleErrors }) {
      consoleErrors.expect(REFUSED);
      await page.route('**/remotes/mf-account/**', (route) => route.fulfill({ status: 503 }));
      await page.goto('/restaurants#support');
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Erneut versuchen' })).toBeVisible({ timeout: 20_000 });
    },
  },
  ...discoveryCases,
  ...gateCases,
];

/** Screens of who is logged in. */
export const memberCases: readonly ScreenCase[] = [
  {
    name: 'drawer of a member',
    async open(page) {
      await list(page);
      await expect((await openDrawer(page)).getByRole('button', { name: 'Abmelden' })).toBeVisible();
    },
  },
  {
    name: 'logout',
    async open(page) {
      await list(page);
      await (await openDrawer(page)).getByRole('button', { name: 'Abmelden' }).click();
      await expect(page.getByRole('alertdialog', { name: 'Abmelden?' })).toBeVisible();
    },
  },
  ...(['orders', 'contacts', 'invitations'] as const).flatMap((key): ScreenCase[] => [
    { name: key, open: address(`#${key}`, (page) => expect(page.getByRole('dialog').getByRole('tabpanel').getByRole('heading')).toBeVisible()) },
    {
      name: `${key}, second tab`,
      async open(page) {
        await page.goto(`/restaurants#${key}`);
        await page.getByRole('dialog').getByRole('tab').nth(1).click();
        await expect(page.getByRole('dialog').getByRole('tabpanel').getByRole('heading')).toBeVisible();
      },
    },
  ]),
  { name: 'settings of a member', open: address('#settings', dialog('Einstellungen')) },
  ...ownAccountCases,
  ...memberGateCases,
];
