import { openRestaurantList, MENSA_NAME } from '../../e2e/remotes/open-list';
import type { ScreenCase } from '../../e2e/remotes/screen-case';
import { openScreen } from '../../e2e/remotes/screen-case';
import { restaurantCardOf, dialogOf } from '../../e2e/world/locators';
import type { Page } from '../../e2e/world/world-test';
import { expect } from '../../e2e/world/world-test';

const NORTH_SEA_POSITION = { latitude: 55.5, longitude: 5.5 };

const mensaMarkers = (page: Page) =>
  page.getByRole('region', { name: 'Karte' }).getByRole('button', { name: new RegExp(`^${MENSA_NAME}`) });

const openMapView = async (page: Page): Promise<void> => {
  await openRestaurantList(page);
  const mapTab = page.getByRole('tab', { name: 'Kartenansicht' });
  if (await mapTab.isVisible()) await mapTab.click();
};

const chosenMarker = (page: Page) => mensaMarkers(page).and(page.locator('[aria-pressed=true]'));

// Selects a restaurant (Mensa) on the map. Enter would open its page instead if it were selected already.
const chooseMensaOnMap = async (page: Page): Promise<void> => {
  await expect(mensaMarkers(page)).toBeVisible();
  if ((await chosenMarker(page).count()) === 0) await mensaMarkers(page).press('Enter');
};

const locateTextInDialog = (expectedText: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').getByText(expectedText).first();

const createRestaurantCase = (routingName: string, expectedText: string): Pick<ScreenCase, 'open' | 'shown'> => ({
  open: openScreen(`details/${routingName}`),
  shown: locateTextInDialog(expectedText),
});

const openMensaPage = async (page: Page): Promise<void> => {
  await openScreen('details/mensa-am-brunnen')(page);
  await expect(locateTextInDialog('Gulasch mit Semmelknödel')(page)).toBeVisible();
};

/** Matches the request that a test case lets fail. Chromium prints the failed request as an error. */
const FAILING_REQUEST_PATTERN = /\/api\/restaurants\/loadByLocation/;

/** Screen states of the list, the map and the pages of restaurants. */
export const placeCases: readonly ScreenCase[] = [
  { name: 'list', open: openRestaurantList, shown: (page) => restaurantCardOf(page, MENSA_NAME) },
  { name: 'map', needsOwnPage: true, open: openMapView, shown: mensaMarkers },
  {
    name: 'map with a chosen place',
    needsOwnPage: true,
    async open(page) {
      await openMapView(page);
      await chooseMensaOnMap(page);
    },
    restore: chooseMensaOnMap,
    shown: chosenMarker,
  },
  { name: 'restaurant page', ...createRestaurantCase('mensa-am-brunnen', 'Gulasch mit Semmelknödel') },
  { name: 'restaurant page without lunch', ...createRestaurantCase('bistro-linde', 'Für heute ist keine Karte da') },
  { name: 'restaurant page on a rest day', ...createRestaurantCase('cafeteria-nordtor', 'Heute ist Ruhetag') },
  {
    name: 'restaurant page already closed',
    ...createRestaurantCase('kantine-fruehschicht', 'Heute ist schon Schluss'),
  },
  {
    name: 'restaurant page already closed, with the menu of tomorrow',
    async open(page) {
      await openScreen('details/kantine-fruehschicht')(page);
      await page.getByRole('radio', { name: 'Morgen' }).check({ force: true });
    },
    shown: locateTextInDialog('Für morgen ist noch keine Karte da.'),
  },
  {
    name: 'restaurant page with its info',
    async open(page) {
      await openMensaPage(page);
      await page.getByRole('button', { name: 'Info' }).click();
    },
    shown: (page) => page.getByRole('dialog').last().filter({ hasText: 'Öffnungszeiten' }),
  },
  {
    name: 'restaurant page with allergens',
    async open(page) {
      await openMensaPage(page);
      await page
        .getByRole('button', { name: /^Allergene/ })
        .first()
        .click();
    },
    shown: (page) => page.getByRole('dialog').last().filter({ hasText: 'Glutenhaltiges Getreide' }),
  },
  {
    name: 'empty list',
    at: NORTH_SEA_POSITION,
    async open(page) {
      await page.goto('/');
    },
    shown: (page) => page.getByRole('heading', { name: 'Hier ist gerade nichts' }),
  },
  {
    name: 'list that fails',
    needsOwnPage: true,
    async open(page, { consoleErrors }) {
      consoleErrors.expect(FAILING_REQUEST_PATTERN);
      await page.route('**/api/restaurants/loadByLocation*', (route) => route.fulfill({ status: 503 }));
      await page.goto('/');
    },
    shown: (page) => page.getByRole('heading', { name: 'Die Lokale laden nicht' }),
  },
];

/** Screen states of the dialog that shares a restaurant. */
export const sharingCases: readonly ScreenCase[] = [
  {
    name: 'sharing a place',
    async open(page) {
      await openMensaPage(page);
      await page.getByRole('button', { name: 'Teilen' }).click();
    },
    shown: (page) => page.getByRole('dialog').last().getByRole('button', { name: 'In einem Chat teilen' }),
  },
  {
    name: 'QR code of a place',
    async open(page) {
      await openMensaPage(page);
      await page.getByRole('button', { name: 'Teilen' }).click();
      await page.getByRole('dialog').last().getByRole('button', { name: 'QR-Code' }).click();
    },
    shown: (page) => dialogOf(page, 'QR-Code').getByRole('img', { name: /^QR-Code zum Lokal/ }),
  },
];
