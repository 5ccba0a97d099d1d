import type { Locator, Page } from '@playwright/test';
import { hidePosition } from '../../world/shared-contexts';
import { DEMO_TOWN } from '../../world/start-world';
import { expect, inEachScreenSize, test } from '../../world/world-test';
import { cardOf, dialogOf, placeNames } from '../../world/locators';

const MENSA = 'Mensa am Brunnen';

const mapOf = (page: Page): Locator => page.getByRole('region', { name: 'Karte' });
const markerOf = (page: Page, name: string): Locator =>
  mapOf(page).getByRole('button', { name: new RegExp(`^${name},`) });

const openList = async (page: Page, path = '/'): Promise<void> => {
  await page.goto(path);
  await expect(cardOf(page, MENSA)).toBeVisible();
};

/** Drags the map by x and y px. */
const dragMap = async (page: Page, [x, y]: readonly [number, number]): Promise<void> => {
  const box = await mapOf(page).boundingBox();
  if (box === null) throw new Error('The map has no box');
  const [fromX, fromY] = [box.x + box.width / 2, box.y + box.height / 2 + 40];
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move(fromX + x / 2, fromY + y / 2, { steps: 4 });
  await page.mouse.move(fromX + x, fromY + y, { steps: 4 });
  await page.mouse.up();
};

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('keeps list and map in step, both ways, and leads the focus over the map by arrow keys', async ({ page }) => {
    await openList(page);
    await expect(markerOf(page, MENSA)).toBeVisible();
    await cardOf(page, MENSA).hover();
    await expect(markerOf(page, MENSA)).toHaveAttribute('aria-pressed', 'true');

    await test.step('arrow keys', async () => {
      await markerOf(page, MENSA).focus();
      await page.keyboard.press('ArrowRight');
      const focusedMarker = mapOf(page).locator('button:focus');
      await expect(focusedMarker).toHaveCount(1);
      await expect(markerOf(page, MENSA)).not.toBeFocused();
      await expect(focusedMarker).toBeInViewport();
    });

    const lastName = (await placeNames(page)).at(-1) ?? '';
    await mapOf(page).getByRole('button', { name: 'Herauszoomen' }).click();
    await markerOf(page, lastName).click();
    await expect(cardOf(page, lastName)).toBeInViewport();
    await expect(page).not.toHaveURL(/#/);
    await markerOf(page, lastName).click();
    await expect(dialogOf(page, lastName)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(cardOf(page, lastName)).toBeInViewport();
  });

  test('D10 searches another area once the map was moved there', async ({ page }) => {
    await openList(page);
    await expect(markerOf(page, MENSA)).toBeVisible();
    const searchAreaButton = mapOf(page).getByRole('button', { name: 'In diesem Bereich suchen' });
    await dragMap(page, [-100, 0]);
    await expect(searchAreaButton).toBeHidden();
    await dragMap(page, [-420, 0]);
    await dragMap(page, [-420, 0]);
    await searchAreaButton.click();
    await expect(searchAreaButton).toBeHidden();
    // Another restaurant is the nearest to the middle of the map, and the map stays where the user dragged it.
    await expect.poll(async () => (await placeNames(page))[0]).not.toBe(MENSA);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('keeps the list where it was scrolled to over details and Back; the map shows the chosen place’s card, and both keep what was chosen', async ({
    page,
  }) => {
    await openList(page);
    await expect(page.getByRole('tab', { name: 'Listenansicht' })).toHaveAttribute('aria-selected', 'true');

    await test.step('list', async () => {
      const card = cardOf(page, 'Kantine Haus 9');
      await card.scrollIntoViewIfNeeded();
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
      // The test compares positions on the screen, as the reader sees them: cards further up that were never drawn only
      // get their true height in the meantime.
      const cardTop = async (): Promise<number> => (await card.boundingBox())?.y ?? NaN;
      const cardTopBefore = await cardTop();
      await card.getByRole('link').click();
      await expect(dialogOf(page, 'Kantine Haus 9')).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(Math.abs((await cardTop()) - cardTopBefore)).toBeLessThan(40);
      await expect(card).toBeInViewport();
    });

    await test.step('map', async () => {
      await page.getByRole('tab', { name: 'Kartenansicht' }).click();
      await markerOf(page, MENSA).click();
      await expect(mapOf(page).getByRole('article')).toContainText('Gulasch mit Semmelknödel');
      await mapOf(page).getByRole('article').getByRole('link').click();
      await expect(dialogOf(page, MENSA)).toBeVisible();
      await page.goBack();
      await expect(mapOf(page).getByRole('article')).toContainText(MENSA);
    });
  });
});

test('leads to the app from the top bar; the address survives reload and Back', async ({ page }) => {
  await openList(page);
  await inEachScreenSize(page, async () => {
    await page.getByRole('banner').getByRole('link', { name: 'App laden' }).click();
    const downloadSheet = dialogOf(page, 'Lade dir jetzt die App herunter');
    await expect(downloadSheet.getByRole('link')).toHaveText([/App Store/, /Google Play/]);
    await page.reload();
    await expect(downloadSheet).toBeVisible();
    await page.goBack();
    await expect(downloadSheet).toBeHidden();
    await expect(cardOf(page, MENSA)).toBeVisible();
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
  await expect(page.getByText(/^Diesen Ort kennen wir nicht\./)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hier ist gerade nichts' })).toBeVisible();
});

test('says what decides the order, and asks who has no account to make one for a favourite', async ({ page }) => {
  await openList(page);
  await page.getByRole('button', { name: 'Zur Reihenfolge' }).click();
  const alert = page.getByRole('alertdialog', { name: 'So entsteht die Reihenfolge' });
  await expect(alert).toContainText('Anzeige');
  await alert.getByRole('button', { name: 'Verstanden' }).click();
  await expect(alert).toBeHidden();
  await page.getByRole('button', { name: `Favorit: ${MENSA}` }).click();
  await expect(page.getByRole('alertdialog', { name: 'Dafür brauchst du ein Konto' })).toBeVisible();
});

const demoTest = test.extend({ baseURL: ({ demoWorld }, use) => use(demoWorld.url) });

demoTest.describe('on a phone in a town', () => {
  demoTest.use({ geolocation: DEMO_TOWN, viewport: { width: 360, height: 740 } });

  for (const isLocated of [true, false]) {
    demoTest(
      `shows two and a half places on its first screen, ${isLocated ? 'with' : 'without'} a position`,
      async ({ page, context }) => {
        if (!isLocated) await hidePosition(context);
        await page.goto('/');
        await expect(page.getByText(/^\d+ offen/)).toBeVisible();
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
  demoTest.use({ geolocation: DEMO_TOWN });

  demoTest(
    'names every place of a long list from the start, and has drawn all of it wherever somebody gets to',
    async ({ page }) => {
      demoTest.slow();
      const cards = page.getByRole('main').getByRole('article');
      await inEachScreenSize(page, async () => {
        await page.goto('/');
        // The number appears once the last page of the list has loaded. A slow machine that runs other tests needs some
        // time for that.
        await expect(page.getByText(/^\d+ offen/)).toBeVisible({ timeout: 40_000 });
        const names = await placeNames(page);
        expect(names.length).toBeGreaterThan(80);
        expect(names).not.toContain('');
        const lastCard = cards.last();
        expect(await lastCard.getByRole('button').count()).toBe(0);
        // The keyboard focus reaches the last card. The card must keep the focus when its content is drawn.
        await lastCard.getByRole('link').focus();
        await expect(lastCard.getByRole('button', { name: /^Favorit: / })).toBeInViewport();
        await expect(lastCard.getByRole('link')).toBeFocused();
        const middleCard = cards.nth(Math.floor(names.length / 2));
        await middleCard.scrollIntoViewIfNeeded();
        await expect(middleCard.getByRole('button', { name: /^Favorit: / })).toBeVisible();
      });
    },
  );
});
