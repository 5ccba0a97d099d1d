import type { Page } from '@playwright/test';
import { canteenDataFile, hasCanteenData, missingDataReason } from '../../world/canteen-data';
import { startWorld } from '../../world/start-world';
import { expect, inEachScreenSize, testInWorld } from '../../world/world-test';
import { restaurantCardOf, dialogOf, readPlaceNames } from '../../world/locators';

const test = testInWorld(async () => {
  const canteenWorld = await startWorld();
  await canteenWorld.importFile(canteenDataFile);
  return canteenWorld;
});

test.skip(!hasCanteenData, missingDataReason);

/**
 * Canteens within five kilometres of the Arcisstraße on 24 June 2026, the nearest first. All are open at 11:30. Travel
 * times assume walking at 4 km/h; from one kilometre on, cycling at 20 km/h.
 */
const NEARBY_PLACES = [
  ['Mensa Arcisstraße', /zu Fuß 1\sMin\./],
  ['StuBistro Arcisstraße', /zu Fuß 2\sMin\./],
  ['StuCafé Karlstraße', /zu Fuß 8\sMin\./],
  ['StuBistro Schellingstraße', /zu Fuß 1[34]\sMin\./],
  ['StuCafé Adalbertstraße', /Rad 3\sMin\./],
  ['Mensa Lothstraße', /Rad 4\sMin\./],
  ['Mensa Leopoldstraße', /Rad [45]\sMin\./],
  ['StuBistro Goethestraße', /Rad 6\sMin\./],
  ['Mediziner Mensa', /Rad 8\sMin\./],
  ['StuCafé Connollystraße', /Rad 12\sMin\./],
] as const;

const kindChip = (page: Page, chipName: 'Alle' | 'Mittagstisch') =>
  page.getByRole('button', { name: chipName, exact: true });

const openCanteenList = async (page: Page): Promise<void> => {
  // The chip „Mittagstisch“ is selected at the start; some canteens have no lunch that day and are hidden.
  await expect(page.getByRole('heading', { level: 1, name: 'Mittag in deiner Nähe' })).toBeVisible();
  await expect(page.getByText(/^6 Lokale offen/)).toBeVisible();
  await kindChip(page, 'Alle').click();
  await expect(page.getByText(/^10 Lokale offen/)).toBeVisible();
};

const expectCanteenList = async (page: Page): Promise<void> => {
  expect(await readPlaceNames(page)).toEqual(NEARBY_PLACES.map(([name]) => name));
  for (const [placeName, distanceText] of NEARBY_PLACES)
    await expect(restaurantCardOf(page, placeName)).toContainText(distanceText);
  const mensaCard = restaurantCardOf(page, 'Mensa Arcisstraße');
  await expect(mensaCard).toContainText('Mittagstisch bis 14:00');
  await expect(mensaCard.getByRole('listitem')).toHaveText([
    /^Andalusisches Rinderragout\s*ab 2,60\s€/,
    /^Pasta mit Spargel, Lauch und Chili.*ab 1,60\s€/,
  ]);
  await expect(
    restaurantCardOf(page, 'Mensa Lothstraße').getByRole('listitem').filter({ hasText: 'Champignonreistopf' }),
  ).toContainText(/3,90\s€/);
};

const checkPlaceWithoutLunch = async (page: Page): Promise<void> => {
  const stubistroCard = restaurantCardOf(page, 'StuBistro Arcisstraße');
  await expect(stubistroCard).toContainText('Heute steht hier kein Mittagstisch drin.');
  await expect(stubistroCard.getByRole('listitem')).toHaveCount(0);
  await stubistroCard.getByRole('link').click();
  const placeDialog = dialogOf(page, 'StuBistro Arcisstraße');
  await expect(placeDialog.getByRole('heading', { name: 'Für heute ist keine Karte da' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(placeDialog).toBeHidden();
};

const expectCanteenMenu = async (page: Page): Promise<void> => {
  await restaurantCardOf(page, 'Mensa Arcisstraße').getByRole('link').click();
  const sheet = dialogOf(page, 'Mensa Arcisstraße');
  await expect(sheet.getByRole('navigation', { name: 'Speisekarte' }).getByRole('button')).toHaveText([
    'Mittagstisch',
    'Suppen',
    'Desserts',
  ]);
  const dishItems = sheet.getByRole('region', { name: 'Mittagstisch' }).getByRole('listitem');
  await expect(dishItems).toHaveCount(6);
  await expect(dishItems.first()).toContainText(/Andalusisches Rinderragout\s*ab 2,60\s€ für 100\sg/);
  await expect(dishItems.filter({ hasText: 'Gegrillte Zucchini' })).toContainText(/ab 1,60\s€ für 100\sg/);
  await sheet.getByRole('button', { name: 'Suppen' }).click();
  await expect(sheet.getByRole('region', { name: 'Suppen' }).getByRole('listitem')).toHaveText(
    /Tagessuppe\s*ab 2,60\s€ für 100\sg/,
  );
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
};

const expectCanteenMap = async (page: Page): Promise<void> => {
  const mapTab = page.getByRole('tab', { name: 'Kartenansicht' });
  const hasTabs = await mapTab.isVisible();
  if (hasTabs) await mapTab.click();
  const mapRegion = page.getByRole('region', { name: 'Karte' });
  await expect(mapRegion.getByRole('button', { name: /^Mensa Arcisstraße/ })).toBeVisible();
  // The map also shows the nearest canteen without lunch, but without a price.
  await expect(mapRegion.getByRole('button', { name: /^StuBistro Arcisstraße/ })).toBeVisible();
  if (hasTabs) await page.getByRole('tab', { name: 'Listenansicht' }).click();
};

test('shows the real canteens around the Arcisstraße at noon, with menus, in list and map', async ({ page }) => {
  await page.goto('/');
  await inEachScreenSize(page, async () => {
    await test.step('list', async () => {
      await openCanteenList(page);
      await expectCanteenList(page);
    });
    await test.step('a place without lunch that day', () => checkPlaceWithoutLunch(page));
    await test.step('menu', () => expectCanteenMenu(page));
    await test.step('map', () => expectCanteenMap(page));
    await kindChip(page, 'Mittagstisch').click();
  });
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
});
