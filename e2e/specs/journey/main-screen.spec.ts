import type { Locator, Page } from '@playwright/test';
import { denyGeolocation } from '../../world/shared-contexts';
import { DEMO_TOWN_POSITION } from '../../world/start-world';
import { expect, inEachScreenSize, test } from '../../world/world-test';
import { restaurantCardOf, dialogOf, readPlaceNames } from '../../world/locators';

const MENSA_NAME = 'Mensa am Brunnen';

const mapRegionOf = (page: Page): Locator => page.getByRole('region', { name: 'Karte' });
const markerOf = (page: Page, markerName: string): Locator =>
  mapRegionOf(page).getByRole('button', { name: new RegExp(`^${markerName},`) });

const openRestaurantList = async (page: Page, path = '/'): Promise<void> => {
  await page.goto(path);
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
};

/** Drags the map with the mouse by `deltaX` px to the right and `deltaY` px down. */
const dragMap = async (page: Page, [deltaX, deltaY]: readonly [number, number]): Promise<void> => {
  const mapBox = await mapRegionOf(page).boundingBox();
  if (mapBox === null) throw new Error('The map has no box');
  const [startX, startY] = [mapBox.x + mapBox.width / 2, mapBox.y + mapBox.height / 2 + 40];
  await page.mouse.move(startX, startY);
  await page.mouse.down();
  await page.mouse.move(startX + deltaX / 2, startY + deltaY / 2, { steps: 4 });
  await page.mouse.move(startX + deltaX, startY + deltaY, { steps: 4 });
  await page.mouse.up();
};

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('keeps list and map in step, both ways, and leads the focus over the map by arrow keys', async ({ page }) => {
    await openRestaurantList(page);
    await expect(markerOf(page, MENSA_NAME)).toBeVisible();
    await restaurantCardOf(page, MENSA_NAME).hover();
    await expect(markerOf(page, MENSA_NAME)).toHaveAttribute('aria-pressed', 'true');

    await test.step('arrow keys', async () => {
      await markerOf(page, MENSA_NAME).focus();
      await page.keyboard.press('ArrowRight');
      const focusedMarker = mapRegionOf(page).locator('button:focus');
      await expect(focusedMarker).toHaveCount(1);
      await expect(markerOf(page, MENSA_NAME)).not.toBeFocused();
      await expect(focusedMarker).toBeInViewport();
    });

    const lastPlaceName = (await readPlaceNames(page)).at(-1) ?? '';
    await mapRegionOf(page).getByRole('button', { name: 'Herauszoomen' }).click();
    await markerOf(page, lastPlaceName).click();
    await expect(restaurantCardOf(page, lastPlaceName)).toBeInViewport();
    await expect(page).not.toHaveURL(/#/);
    await markerOf(page, lastPlaceName).click();
    await expect(dialogOf(page, lastPlaceName)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(restaurantCardOf(page, lastPlaceName)).toBeInViewport();
  });

  test('D10 searches another area once the map was moved there', async ({ page }) => {
    await openRestaurantList(page);
    await expect(markerOf(page, MENSA_NAME)).toBeVisible();
    const searchAreaButton = mapRegionOf(page).getByRole('button', { name: 'In diesem Bereich suchen' });
    await dragMap(page, [-100, 0]);
    await expect(searchAreaButton).toBeHidden();
    await dragMap(page, [-420, 0]);
    await dragMap(page, [-420, 0]);
    await searchAreaButton.click();
    await expect(searchAreaButton).toBeHidden();
    // After the drag, another restaurant is the nearest to the middle of the map, and the map stays where the user
    // dragged it.
    await expect.poll(async () => (await readPlaceNames(page))[0]).not.toBe(MENSA_NAME);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('keeps the list where it was scrolled to over details and Back; the map shows the chosen place’s card, and both keep what was chosen', async ({
    page,
  }) => {
    await openRestaurantList(page);
    await expect(page.getByRole('tab', { name: 'Listenansicht' })).toHaveAttribute('aria-selected', 'true');

    await test.step('list', async () => {
      const targetCard = restaurantCardOf(page, 'Kantine Haus 9');
      await targetCard.scrollIntoViewIfNeeded();
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
      // The test compares positions on the screen, as the user sees them. Cards further up that were never drawn get
      // their true height only in the meantime, so the scroll position may change.
      const readCardTop = async (): Promise<number> => (await targetCard.boundingBox())?.y ?? NaN;
      const initialCardTop = await readCardTop();
      await targetCard.getByRole('link').click();
      await expect(dialogOf(page, 'Kantine Haus 9')).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(Math.abs((await readCardTop()) - initialCardTop)).toBeLessThan(40);
      await expect(targetCard).toBeInViewport();
    });

    await test.step('search, which Back closes alone, typed text or not', async () => {
      const searchField = page.getByRole('combobox');
      for (const openSearch of [
        () => page.getByRole('button', { name: /^Mittag rund um/ }).click(),
        () => searchField.pressSequentially('Sup'),
      ]) {
        await openSearch();
        await expect(page.getByRole('listbox')).toBeVisible();
        await page.goBack();
        await expect(page.getByRole('listbox')).toHaveCount(0);
        await expect(searchField).not.toBeFocused();
        await expect(page).toHaveURL(/\/restaurants$/);
      }
      // An entry of the search that opens another screen replaces the search in the browser's history.
      await searchField.fill('Gulasch');
      await page.getByRole('option', { name: /Gulasch mit Semmelknödel.*Mensa am Brunnen/ }).click();
      await expect(dialogOf(page, MENSA_NAME)).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('listbox')).toHaveCount(0);
      await expect(page).toHaveURL(/\/restaurants$/);
      await expect(searchField).toHaveValue('');
    });

    await test.step('map', async () => {
      await page.getByRole('tab', { name: 'Kartenansicht' }).click();
      await markerOf(page, MENSA_NAME).click();
      await expect(mapRegionOf(page).getByRole('article')).toContainText('Gulasch mit Semmelknödel');
      await mapRegionOf(page).getByRole('article').getByRole('link').click();
      await expect(dialogOf(page, MENSA_NAME)).toBeVisible();
      await page.goBack();
      await expect(mapRegionOf(page).getByRole('article')).toContainText(MENSA_NAME);
    });
  });
});

test('leads to the app from the top bar; the address survives reload and Back', async ({ page }) => {
  await openRestaurantList(page);
  await inEachScreenSize(page, async () => {
    await page.getByRole('banner').getByRole('link', { name: 'App laden' }).click();
    const downloadDialog = dialogOf(page, 'Lade dir jetzt die App herunter');
    await expect(downloadDialog.getByRole('link')).toHaveText([/App Store/, /Google Play/]);
    await page.reload();
    await expect(downloadDialog).toBeVisible();
    await page.goBack();
    await expect(downloadDialog).toBeHidden();
    await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
  });
});

test('R01 looks around the place that the path names, and around Hamburg where there is none of that id', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/geonames-2911298');
  await expect(page.getByRole('heading', { name: 'Hamburg: hier ist noch kein Lokal dabei' })).toBeVisible();
  consoleErrors.expect(/404/);
  await page.goto('/nirgends-auf-der-welt');
  await expect(page.getByText(/^Diesen Ort kennen wir noch nicht\./)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hier ist gerade nichts' })).toBeVisible();
});

test('says what decides the order, and asks who has no account to make one for a favourite', async ({ page }) => {
  await openRestaurantList(page);
  await page.getByRole('button', { name: 'Zur Reihenfolge' }).click();
  const sortOrderNotice = page.getByRole('alertdialog', { name: 'So entsteht die Reihenfolge' });
  await expect(sortOrderNotice).toContainText('Anzeige');
  await sortOrderNotice.getByRole('button', { name: 'Verstanden' }).click();
  await expect(sortOrderNotice).toBeHidden();
  await page.getByRole('button', { name: `Favorit: ${MENSA_NAME}` }).click();
  await expect(page.getByRole('alertdialog', { name: 'Dafür brauchst du ein Konto' })).toBeVisible();
});

const demoTest = test.extend({ baseURL: ({ demoWorld }, use) => use(demoWorld.url) });

demoTest.describe('on a phone in a town', () => {
  demoTest.use({ geolocation: DEMO_TOWN_POSITION, viewport: { width: 360, height: 740 } });

  for (const isLocated of [true, false]) {
    demoTest(
      `shows two and a half places on its first screen, ${isLocated ? 'with' : 'without'} a position`,
      async ({ page, context }) => {
        if (!isLocated) await denyGeolocation(context);
        await page.goto('/');
        await expect(page.getByText(/Lokale? offen/)).toBeVisible();
        await expect(page.getByRole('main').getByText('ab Hamburg-Mitte')).toHaveCount(isLocated ? 0 : 1);
        const [thirdCardBox, tabListBox] = [
          await page.getByRole('main').getByRole('article').nth(2).boundingBox(),
          await page.getByRole('tablist').boundingBox(),
        ];
        if (thirdCardBox === null || tabListBox === null) throw new Error('There are no three places above the switch');
        expect(thirdCardBox.y + thirdCardBox.height / 2).toBeLessThan(tabListBox.y);
      },
    );
  }
});

demoTest.describe('in a town', () => {
  demoTest.use({ geolocation: DEMO_TOWN_POSITION });

  demoTest(
    'names every place of a long list from the start, and has drawn all of it wherever somebody gets to',
    async ({ page }) => {
      demoTest.slow();
      const restaurantCards = page.getByRole('main').getByRole('article');
      await inEachScreenSize(page, async () => {
        await page.goto('/');
        // The number appears once the last page of the list has loaded. A slow machine that runs other tests needs some
        // time for that.
        await expect(page.getByText(/Lokale? offen/)).toBeVisible({ timeout: 40_000 });
        const listedNames = await readPlaceNames(page);
        expect(listedNames.length).toBeGreaterThan(80);
        expect(listedNames).not.toContain('');
        const lastCard = restaurantCards.last();
        expect(await lastCard.getByRole('button').count()).toBe(0);
        // The keyboard focus reaches the last card. The card must keep the focus when its content is drawn.
        await lastCard.getByRole('link').focus();
        await expect(lastCard.getByRole('button', { name: /^Favorit: / })).toBeInViewport();
        await expect(lastCard.getByRole('link')).toBeFocused();
        const middleCard = restaurantCards.nth(Math.floor(listedNames.length / 2));
        await middleCard.scrollIntoViewIfNeeded();
        await expect(middleCard.getByRole('button', { name: /^Favorit: / })).toBeVisible();
      });
    },
  );
});
