import type { Page } from '@playwright/test';
import { showPictures } from '../../world/show-pictures';
import { dialogOf } from '../../world/locators';
import { expect } from '../../world/world-test';
import { openList } from './open-list';
import type { ScreenCase } from './screen-case';

const search = (page: Page) => page.getByRole('combobox', { name: 'Suche' });

const type = async (page: Page, text: string): Promise<void> => {
  await openList(page);
  await search(page).focus();
  await search(page).pressSequentially(text);
};

const openFilters = async (page: Page): Promise<void> => {
  await openList(page);
  await page.getByRole('banner').getByRole('button', { name: /^Filter/ }).click();
  await expect(dialogOf(page, 'Filter')).toBeVisible();
};

const address = (hash: string, title: string) => async (page: Page): Promise<void> => {
  await page.goto(`/restaurants${hash}`);
  await expect(dialogOf(page, title)).toBeVisible();
};

/** Search, filters, cuisines, the app and pictures. */
export const discoveryCases: readonly ScreenCase[] = [
  {
    name: 'search before a word',
    async open(page) {
      await openList(page);
      await search(page).click();
    },
  },
  {
    name: 'search that found something',
    async open(page) {
      await type(page, 'kantine');
      await expect(page.getByRole('group', { name: 'Lokale', exact: true }).getByRole('option')).toHaveCount(5);
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'search that found nothing',
    async open(page) {
      await type(page, 'xylophon');
      await expect(page.getByText(/^Nichts gefunden zu/)).toBeVisible();
    },
  },
  { name: 'filters', open: openFilters },
  {
    name: 'list that filters leave empty',
    async open(page) {
      await openFilters(page);
      await dialogOf(page, 'Filter').getByRole('button', { name: 'Sodexo' }).click();
      await dialogOf(page, 'Filter').getByRole('button', { name: 'Filter anwenden' }).click();
      await expect(page.getByRole('heading', { name: 'Hier passt gerade nichts' })).toBeVisible();
    },
  },
  {
    name: 'cuisines',
    async open(page) {
      await page.goto('/restaurants#tagselection');
      await expect(dialogOf(page, 'Küchen').getByRole('button', { name: 'Italienisch' })).toBeVisible();
    },
  },
  { name: 'download', open: address('#download', 'Lade dir jetzt die App herunter') },
  {
    name: 'what decides the order',
    async open(page) {
      await openList(page);
      await page.getByRole('button', { name: 'Zur Reihenfolge' }).click();
      await expect(page.getByRole('alertdialog', { name: 'So entsteht die Reihenfolge' })).toBeVisible();
    },
  },
  {
    name: 'favourite without an account',
    async open(page) {
      await openList(page);
      await page.getByRole('button', { name: /^Favorit/ }).first().click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'pictures of a place, large',
    async open(page) {
      await showPictures(page, 'kantine-haus-12');
      await page.goto('/restaurants#details/kantine-haus-12');
      await dialogOf(page, 'Kantine Haus 12').getByRole('button', { name: 'Bild 1 von 2 groß ansehen' }).press('Enter');
      await expect(dialogOf(page, 'Bilder von Kantine Haus 12').getByText('1 von 2')).toBeVisible();
    },
  },
];
