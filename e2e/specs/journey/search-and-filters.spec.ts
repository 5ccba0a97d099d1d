import type { Page } from '@playwright/test';
import { expect, inEachScreenSize, test } from '../../world/world-test';
import { ARCISSTRASSE_POSITION } from '../../world/start-world';
import { restaurantCardOf, dialogOf, readPlaceNames } from '../../world/locators';

const MENSA_NAME = 'Mensa am Brunnen';

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Suche' });
const searchOption = (page: Page, optionName: string | RegExp) => page.getByRole('option', { name: optionName });
const filterButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Filter/ });
const cuisineChip = (page: Page, cuisineName: string) =>
  page.getByRole('group', { name: 'Küche wählen' }).getByRole('button', { name: cuisineName, exact: true });

const openRestaurantList = async (page: Page): Promise<void> => {
  await page.goto('/');
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
};

const openSearchResult = async (page: Page): Promise<void> => {
  await searchBox(page).click();
  await searchBox(page).pressSequentially('am brunnen');
  await expect(searchOption(page, new RegExp(`^${MENSA_NAME}`))).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, MENSA_NAME)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await searchBox(page).click();
  await expect(page.getByRole('group', { name: 'Zuletzt gesucht' }).getByRole('option')).toHaveText([
    new RegExp(MENSA_NAME),
  ]);
};

test('opens a place that the search found, and is back in the field by Escape', async ({ page }) => {
  await openRestaurantList(page);
  await inEachScreenSize(page, async () => {
    await openSearchResult(page);
    await page.keyboard.press('Escape');
    await searchBox(page).fill('');
  });
});

test('finds a dish by keyboard, narrows the list to it, and widens it again', async ({ page }) => {
  await openRestaurantList(page);
  await inEachScreenSize(page, async ({ device }) => {
    const searchText = { phone: 'gulasch', tablet: 'semmel', desktop: 'knödel' }[device];
    await searchBox(page).focus();
    await page.keyboard.type(searchText);
    await expect(searchOption(page, /Gulasch mit Semmelknödel.*Mensa am Brunnen/)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect.poll(() => readPlaceNames(page)).toEqual([MENSA_NAME]);
    await expect(filterButton(page)).toHaveAccessibleName(/1 aktiv/);
    await expect(page.getByRole('button', { name: `${searchText} nicht mehr suchen` })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(restaurantCardOf(page, 'Kantine Haus 1')).toBeVisible();
  });
});

const filterOpenPlaces = async (page: Page): Promise<void> => {
  await expect(restaurantCardOf(page, 'Kantine Frühschicht')).toBeVisible();
  await filterButton(page).click();
  const filterSheet = dialogOf(page, 'Filter');
  await filterSheet.getByRole('button', { name: 'Jetzt geöffnet' }).click();
  await expect(filterSheet.getByRole('status')).toHaveText('13 von 14 Lokalen passen');
  await filterSheet.getByRole('button', { name: 'Filter anwenden' }).click();
  await expect(restaurantCardOf(page, 'Kantine Frühschicht')).toHaveCount(0);
  await page.reload();
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
  await expect(filterButton(page)).toHaveAccessibleName(/1 aktiv/);
  await expect(restaurantCardOf(page, 'Kantine Frühschicht')).toHaveCount(0);
  await filterButton(page).click();
  await filterSheet.getByRole('button', { name: 'Filter zurücksetzen' }).click();
  await page.keyboard.press('Escape');
  await expect(restaurantCardOf(page, 'Kantine Frühschicht')).toBeVisible();
  await expect(filterButton(page)).toHaveAccessibleName('Filter');
};

const applyAllFilters = async (page: Page): Promise<void> => {
  await filterButton(page).click();
  await dialogOf(page, 'Filter').getByRole('button', { name: 'Sodexo' }).click();
  await dialogOf(page, 'Filter').getByRole('button', { name: 'Filter anwenden' }).click();
  await expect(page.getByRole('heading', { name: 'Hier passt gerade nichts' })).toBeVisible();
  await expect(page.getByText('Dein Filter schließt alle 14 Lokale aus.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Filter zurücksetzen' }).click();
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
};

const chooseCuisines = async (page: Page): Promise<void> => {
  await expect(cuisineChip(page, 'Mittagstisch')).toHaveAttribute('aria-pressed', 'true');
  await expect(restaurantCardOf(page, 'Bistro Linde')).toHaveCount(0);
  await cuisineChip(page, 'Alle').click();
  await expect(restaurantCardOf(page, 'Bistro Linde')).toBeVisible();
  await cuisineChip(page, 'Mehr').click();
  const cuisineSheet = dialogOf(page, 'Küchen');
  await cuisineSheet.getByRole('group', { name: 'Küchen' }).getByRole('button').nth(8).click();
  await expect(cuisineSheet.getByRole('button', { name: '0 Lokale zeigen' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cuisineChip(page, 'Alle')).toHaveAttribute('aria-pressed', 'true');
};

test('filters, keeps the filters over a reload, takes them off and says which leave nothing; shows all places, lunch specials or one cuisine', async ({
  page,
}) => {
  await openRestaurantList(page);
  await inEachScreenSize(page, async () => {
    await test.step('open places', () => filterOpenPlaces(page));
    await test.step('none at all', () => applyAllFilters(page));
    await test.step('kinds of places', () => chooseCuisines(page));
    await cuisineChip(page, 'Mittagstisch').click();
  });
});

test('keeps diet and walk for the next visit', async ({ page, context }) => {
  await openRestaurantList(page);
  await filterButton(page).click();
  const filterSheet = dialogOf(page, 'Filter');
  await filterSheet.getByRole('button', { name: 'Vegetarisch' }).click();
  // Vegan dishes count as vegetarian, too.
  await expect(filterSheet.getByRole('status')).toHaveText('1 von 14 Lokalen passt');
  await filterSheet.getByRole('button', { name: /^bis 10/ }).click();
  await filterSheet.getByRole('button', { name: 'Filter anwenden' }).click();
  await expect.poll(() => readPlaceNames(page)).toEqual([MENSA_NAME]);
  const otherPage = await context.newPage();
  await otherPage.goto('/');
  await expect.poll(() => readPlaceNames(otherPage)).toEqual([MENSA_NAME]);
  await expect(filterButton(otherPage)).toHaveAccessibleName(/2 aktiv/);
  await otherPage.close();
});

test('says what was probably meant where nothing was found, and finds it', async ({ page }) => {
  await openRestaurantList(page);
  await inEachScreenSize(page, async () => {
    await searchBox(page).fill('gulash');
    await expect(page.getByText('Zu „gulash“ haben wir heute nichts.')).toBeVisible();
    await searchOption(page, /^Meintest du „Gulasch“\? 1 Gericht, ab 5,90/).click();
    await expect(searchBox(page)).toHaveValue('Gulasch');
    await expect(
      searchOption(page, /^Gulasch mit Semmelknödel 5,90\s€ Mensa am Brunnen zu Fuß 1\sMin\./),
    ).toBeVisible();
    await searchBox(page).fill('');
    await page.keyboard.press('Escape');
  });
});

const searchPlace = async (page: Page, townName: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Ort suchen' }).fill(townName);
};

test('finds towns by both their names and without umlauts, says where there are no places yet, and leads on', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openRestaurantList(page);
  await page.getByRole('button', { name: /^Mittag rund um/ }).click();
  for (const [typedText, town] of [
    ['Munich', 'München'],
    ['muench', 'München'],
    ['munch', 'München'],
    ['Berlin', 'Berlin'],
    ['Wien', 'Wien'],
  ] as const) {
    await searchPlace(page, typedText);
    await expect(searchOption(page, new RegExp(`^${town}( |$)`)).first()).toBeVisible();
  }
  await expect(page.getByText('Orte: © GeoNames, CC BY 4.0')).toBeVisible();
  await searchOption(page, /^Wien Österreich$/).click();
  await expect(page.getByRole('heading', { name: 'Wien: hier ist noch kein Lokal dabei' })).toBeVisible();
  await page.getByRole('button', { name: 'Woanders suchen' }).click();
  await searchPlace(page, 'münch');
  await searchOption(page, /^München /).click();
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
});

test.describe('ten kilometres north of everything', () => {
  test.use({
    geolocation: { latitude: ARCISSTRASSE_POSITION.latitude + 0.09, longitude: ARCISSTRASSE_POSITION.longitude },
  });

  test('looks farther around where nothing is near', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText(/^Im Umkreis von 5 Kilometern/)).toBeVisible();
    await page.getByRole('button', { name: 'Weiter weg suchen' }).click();
    await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
    await expect(page.getByText(/Lokale? offen, .*im Umkreis von 15\skm$/)).toBeVisible();
    await filterButton(page).click();
    await expect(dialogOf(page, 'Filter').getByRole('status')).toHaveText(/ von \d+ Lokalen passen$/);
  });
});
