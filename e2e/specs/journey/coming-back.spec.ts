import type { Page } from '@playwright/test';
import { restaurantCardOf, dialogOf } from '../../world/locators';
import { expect, inEachScreenSize, test } from '../../world/world-test';

const MENSA_NAME = 'Mensa am Brunnen';
const FAR_CARD_NAME = 'Kantine Haus 10';

/** Hashes of all screens that a visitor may open without a login, and the titles of these screens. */
const OPENED_SCREENS = [
  ['details/mensa-am-brunnen', MENSA_NAME],
  ['filters', 'Filter'],
  ['tagselection', 'Küchen'],
  ['download', 'Lade dir jetzt die App herunter'],
  ['registration', 'Anmelden oder registrieren'],
  ['login', 'Anmelden'],
  ['login/new', 'Konto anlegen'],
  ['settings', 'Einstellungen'],
  ['support', 'Hilfe und Kontakt'],
] as const;

/**
 * Returns by how many px the list of restaurants is scrolled: on a phone the whole page, otherwise the pane of the
 * list.
 */
const scrollTopOf = (page: Page): Promise<number> =>
  restaurantCardOf(page, MENSA_NAME).evaluate((cardElement) => {
    for (let ancestor = cardElement.parentElement; ancestor !== null; ancestor = ancestor.parentElement)
      if (ancestor.scrollTop > 0) return ancestor.scrollTop;
    return 0;
  });

/** Returns the vertical position on the screen of a card far down the list of restaurants. */
const cardTopOf = async (page: Page): Promise<number> =>
  (await restaurantCardOf(page, FAR_CARD_NAME).boundingBox())?.y ?? NaN;

/** Waits two frames: the first lays out an element that has just scrolled into the viewport, the second draws it. */
const waitTwoFrames = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

/**
 * Scrolls a card far down the list of restaurants into the viewport, and returns its vertical position on the screen.
 */
const scrollListDown = async (page: Page): Promise<number> => {
  await restaurantCardOf(page, FAR_CARD_NAME).scrollIntoViewIfNeeded();
  await waitTwoFrames(page);
  expect(await scrollTopOf(page)).toBeGreaterThan(500);
  return cardTopOf(page);
};

const expectScrolled = (page: Page, expectedCardTop: number): Promise<void> =>
  expect.poll(async () => Math.abs((await cardTopOf(page)) - expectedCardTop)).toBeLessThan(2);

const openRestaurantList = async (page: Page): Promise<void> => {
  await page.goto('/');
  await expect(restaurantCardOf(page, FAR_CARD_NAME)).toBeAttached();
};

test('finds the list where it was after a reload, after a look at another page and under a page that is reloaded; starts at the top for who calls up the address', async ({
  page,
}) => {
  test.slow();
  await openRestaurantList(page);
  await inEachScreenSize(page, async () => {
    const initialScrollTop = await scrollListDown(page);
    await test.step('reload', async () => {
      await page.reload();
      await expect(restaurantCardOf(page, FAR_CARD_NAME)).toBeInViewport();
      await expectScrolled(page, initialScrollTop);
    });
    await test.step('another page', async () => {
      await page.goto('/empty');
      await page.goBack();
      await expect(restaurantCardOf(page, FAR_CARD_NAME)).toBeInViewport();
      await expectScrolled(page, initialScrollTop);
    });
    await test.step('under a page that is reloaded', async () => {
      await restaurantCardOf(page, FAR_CARD_NAME).getByRole('link').click();
      await expect(dialogOf(page, FAR_CARD_NAME)).toBeVisible();
      await page.reload();
      await expect(dialogOf(page, FAR_CARD_NAME)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(restaurantCardOf(page, FAR_CARD_NAME)).toBeInViewport();
      await expectScrolled(page, initialScrollTop);
    });
    await test.step('the address', async () => {
      await openRestaurantList(page);
      await expect(restaurantCardOf(page, MENSA_NAME)).toBeInViewport();
      expect(await scrollTopOf(page)).toBe(0);
    });
  });
});

test('finds the map on a phone after a reload, and the list behind it where it was', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openRestaurantList(page);
  const scrollBefore = await scrollListDown(page);
  await page.getByRole('tab', { name: 'Kartenansicht' }).click();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Kartenansicht' })).toHaveAttribute('aria-selected', 'true');
  await expect(
    page.getByRole('region', { name: 'Karte' }).getByRole('button', { name: new RegExp(`^${MENSA_NAME}`) }),
  ).toBeVisible();
  await page.getByRole('tab', { name: 'Listenansicht' }).click();
  await expect(restaurantCardOf(page, FAR_CARD_NAME)).toBeInViewport();
  await expectScrolled(page, scrollBefore);
});

// The test loads the list and the friend's browser tab only once, because loading them for each hash would take too
// long.
test('every hash that opens a screen survives reload, sharing and Back', async ({ page, context }) => {
  test.slow();
  await openRestaurantList(page);
  const friendPage = await context.newPage();
  for (const [screenHash, screenTitle] of OPENED_SCREENS) {
    await test.step(`#${screenHash}`, async () => {
      await page.evaluate((targetHash) => location.assign(`#${targetHash}`), screenHash);
      await expect(dialogOf(page, screenTitle)).toBeVisible();
      await page.reload();
      await expect(dialogOf(page, screenTitle)).toBeVisible();
      const initialUrl = page.url();
      expect(new URL(initialUrl).hash).toBe(`#${screenHash}`);
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
      await page.goForward();
      await expect(dialogOf(page, screenTitle)).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);

      // The blank page comes in between because a URL that differs only in its hash doesn't reload the page.
      await friendPage.goto('about:blank');
      await friendPage.goto(initialUrl);
      await expect(dialogOf(friendPage, screenTitle)).toBeVisible();
      await friendPage.keyboard.press('Escape');
      await expect(friendPage.getByRole('dialog')).toHaveCount(0);
      await expect(restaurantCardOf(friendPage, MENSA_NAME)).toBeVisible();
    });
  }
});
