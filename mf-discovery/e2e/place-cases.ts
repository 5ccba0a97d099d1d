import { openList, MENSA } from '../../e2e/remotes/open-list';
import type { ScreenCase } from '../../e2e/remotes/screen-case';
import { openScreen } from '../../e2e/remotes/screen-case';
import { cardOf, dialogOf } from '../../e2e/world/locators';
import type { Page } from '../../e2e/world/world-test';
import { expect } from '../../e2e/world/world-test';

const NORTH_SEA = { latitude: 55.5, longitude: 5.5 };

const places = (page: Page) =>
  page.getByRole('region', { name: 'Karte' }).getByRole('button', { name: new RegExp(`^${MENSA}`) });

const openMap = async (page: Page): Promise<void> => {
  await openList(page);
  const toMap = page.getByRole('tab', { name: 'Kartenansicht' });
  if (await toMap.isVisible()) await toMap.click();
};

const chosenPlace = (page: Page) => places(page).and(page.locator('[aria-pressed=true]'));

// If a restaurant is selected already, Enter would open its page.
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

/** Path of the request that fails in a case. Chromium prints the failure. */
const REFUSED = /\/api\/restaurants\/loadByLocation/;

/** States of the list, the map and the pages of restaurants. */
export const placeCases: readonly ScreenCase[] = [
  { name: 'list', open: openList, shown: (page) => cardOf(page, MENSA) },
  { name: 'map', needsOwnPage: true, open: openMap, shown: places },
  {
    name: 'map with a chosen place',
    needsOwnPage: true,
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
    name: 'empty list',
    at: NORTH_SEA,
    async open(page) {
      await page.goto('/');
    },
    shown: (page) => page.getByRole('heading', { name: 'Hier ist gerade nichts' }),
  },
  {
    name: 'list that fails',
    needsOwnPage: true,
    async open(page, { consoleErrors }) {
      consoleErrors.expect(REFUSED);
      await page.route('**/api/restaurants/loadByLocation*', (route) => route.fulfill({ status: 503 }));
      await page.goto('/');
    },
    shown: (page) => page.getByRole('heading', { name: 'Die Lokale laden nicht' }),
  },
];

/** States of the dialog that shares a restaurant. */
export const sharingCases: readonly ScreenCase[] = [
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
];
