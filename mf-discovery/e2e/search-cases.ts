import type { Page } from '../../e2e/world/world-test';
import { denyGeolocation } from '../../e2e/world/shared-contexts';
import { showPictures } from '../../e2e/world/show-pictures';
import { dialogOf } from '../../e2e/world/locators';
import { expect } from '../../e2e/world/world-test';
import { openRestaurantList } from '../../e2e/remotes/open-list';
import type { ScreenCase } from '../../e2e/remotes/screen-case';
import { openScreen } from '../../e2e/remotes/screen-case';

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Suche' });

const typeSearchText = async (page: Page, searchText: string): Promise<void> => {
  await openRestaurantList(page);
  await searchBox(page).focus();
  await searchBox(page).pressSequentially(searchText);
};

const filterDialog = (page: Page) => dialogOf(page, 'Filter');

/** Restaurant in the demo town that has its own discount and still serves dinner after lunch. */
const DISCOUNTED_ROUTING_NAME = 'nudelzieherei-lin';

const openFilters = async (page: Page): Promise<void> => {
  await openRestaurantList(page);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Filter/ })
    .click();
};

const openTownList = async (page: Page): Promise<void> => {
  await page.goto('/');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
};

/** Screen states for a visitor in the demo town at noon, when restaurants serve lunch. */
export const townCases: readonly ScreenCase[] = [
  {
    name: 'list without a place',
    needsOwnPage: true,
    async open(page) {
      await denyGeolocation(page.context());
      await openTownList(page);
    },
    shown: (page) => page.getByRole('main').getByText('ab Hamburg-Mitte'),
  },
  {
    name: 'map narrowed by a cuisine',
    needsOwnPage: true,
    async open(page) {
      await openTownList(page);
      await page.getByRole('tab', { name: 'Kartenansicht' }).click();
      await page.getByRole('group', { name: 'Küche wählen' }).getByRole('button', { name: 'Italienisch' }).click();
    },
    shown: (page) => page.getByRole('region', { name: 'Karte' }).getByText(/im Bild$/),
  },
];

/** Screen states for a visitor in the demo town in the afternoon, when most restaurants have finished lunch. */
export const afterLunchCases: readonly ScreenCase[] = [
  {
    name: 'list after lunch',
    open: openTownList,
    shown: (page) => page.getByRole('main').getByRole('heading', { name: 'Was es stattdessen gibt' }),
  },
  {
    name: 'restaurant page after lunch, with its discounts opened',
    async open(page) {
      await openScreen(`details/${DISCOUNTED_ROUTING_NAME}`)(page);
      await expect(page.getByRole('dialog')).toContainText('Mittagstisch vorbei');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Nudelwoche/ })
        .click();
    },
    shown: (page) => page.getByRole('dialog').getByRole('list', { name: 'Rabatte' }),
  },
];

/** Screen states of search, filters, cuisines, the page about the app, and pictures. */
export const discoveryCases: readonly ScreenCase[] = [
  {
    name: 'search before a word',
    needsOwnPage: true,
    async open(page) {
      await openRestaurantList(page);
      await searchBox(page).click();
    },
    shown: (page) => page.locator('[role=combobox][aria-expanded=true]'),
  },
  {
    name: 'search that found something',
    needsOwnPage: true,
    async open(page) {
      await typeSearchText(page, 'kantine');
      await expect(page.getByRole('group', { name: 'Lokale', exact: true }).getByRole('option')).toHaveCount(5);
      await page.keyboard.press('ArrowDown');
    },
    shown: (page) => page.getByRole('group', { name: 'Lokale', exact: true }).getByRole('option').nth(4),
  },
  {
    name: 'search that found nothing',
    needsOwnPage: true,
    open: (page) => typeSearchText(page, 'xylophon'),
    shown: (page) => page.getByText(/haben wir heute nichts\.$/),
  },
  { name: 'filters', open: openFilters, shown: filterDialog },
  {
    name: 'list that filters leave empty',
    needsOwnPage: true,
    async open(page) {
      await openFilters(page);
      await filterDialog(page).getByRole('button', { name: 'Sodexo' }).click();
      await filterDialog(page).getByRole('button', { name: 'Filter anwenden' }).click();
    },
    shown: (page) => page.getByRole('heading', { name: 'Hier passt gerade nichts' }),
  },
  {
    name: 'cuisines',
    open: openScreen('tagselection'),
    shown: (page) => dialogOf(page, 'Küchen').getByRole('button', { name: 'Italienisch' }),
  },
  {
    name: 'download',
    open: openScreen('download'),
    shown: (page) => dialogOf(page, 'Lade dir jetzt die App herunter'),
  },
  {
    name: 'what decides the order',
    async open(page) {
      await openRestaurantList(page);
      await page.getByRole('button', { name: 'Zur Reihenfolge' }).click();
    },
    shown: (page) => page.getByRole('alertdialog', { name: 'So entsteht die Reihenfolge' }),
  },
  {
    name: 'favourite without an account',
    async open(page) {
      await openRestaurantList(page);
      await page
        .getByRole('button', { name: /^Favorit/ })
        .first()
        .click();
    },
    shown: (page) => page.getByRole('alertdialog'),
  },
  {
    name: 'pictures of a place, large',
    needsOwnPage: true,
    async open(page) {
      await showPictures(page, 'kantine-haus-12');
      await page.goto('/restaurants#details/kantine-haus-12');
      await dialogOf(page, 'Kantine Haus 12').getByRole('button', { name: 'Bild 1 von 2 groß ansehen' }).press('Enter');
    },
    shown: (page) => dialogOf(page, 'Bilder von Kantine Haus 12').getByText('1 von 2'),
  },
];
