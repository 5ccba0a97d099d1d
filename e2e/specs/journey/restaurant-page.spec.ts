import type { PartnerDiscount, Restaurant } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import type { World } from '../../world/start-world';
import { expect, inEachScreenSize, test } from '../../world/world-test';
import { dialogOf } from '../../world/locators';
import { imageMediaOf, serveTestPictures } from '../../world/show-pictures';

const DAY_MS = 86_400_000;

const discountOf = ({ key }: Restaurant, startTimeMs: number): PartnerDiscount => ({
  name: { de: 'Eintopfwoche' },
  descriptionText: 'Ein Fünftel weniger auf jeden Eintopf.',
  expiryHint: null,
  valueText: '20 %',
  typeText: 'Aktion',
  type: 'promotion',
  discountType: 'percent',
  value: 20,
  quantity: 10,
  companyRef: null,
  restaurantRef: key,
  mealRef: null,
  start: startTimeMs,
  end: startTimeMs + 7 * DAY_MS,
  platform: false,
  forAllMeals: true,
});

test.beforeEach(async ({ page }) => {
  await serveTestPictures(page);
});

const RESTAURANT_NAME = 'Kantine Haus 4';

const checkPictures = async (page: Page, windowWidth: number): Promise<void> => {
  const restaurantSheet = dialogOf(page, RESTAURANT_NAME);
  // The slider of pictures has a play button, because it doesn't move by itself for a visitor who prefers reduced
  // motion.
  await expect(restaurantSheet.getByRole('button', { name: 'Bilder abspielen' })).toBeVisible();
  const coverButton = restaurantSheet.getByRole('button', { name: 'Bild 1 von 3 groß ansehen' });
  await coverButton.press('Enter');

  const carouselDialog = dialogOf(page, `Bilder von ${RESTAURANT_NAME}`);
  await expect(carouselDialog.getByText('1 von 3')).toBeVisible();
  // The focus moves into the dialog one animation frame later, and keys only reach the focused element.
  await expect(carouselDialog).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(carouselDialog.getByText('2 von 3')).toBeVisible();
  await carouselDialog.getByRole('button', { name: 'Nächstes Bild' }).click();
  await expect(carouselDialog.getByRole('link', { name: 'Auf YouTube ansehen' })).toBeVisible();
  await expect(carouselDialog.locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(carouselDialog).toBeHidden();
  await expect(coverButton).toBeFocused();

  // A click next to the picture must close the dialog, too. Enter opens the dialog again for this check.
  await coverButton.press('Enter');
  await expect(carouselDialog.getByRole('img', { name: `Bild von ${RESTAURANT_NAME}` }).first()).toBeVisible();
  await expect(carouselDialog).toBeFocused();
  await carouselDialog.click({ position: { x: windowWidth / 2, y: 40 } });
  await expect(carouselDialog).toBeHidden();
  await expect(coverButton).toBeFocused();
};

test('shows a place’s pictures large, one level an Escape, with the focus back; reduces prices while a discount runs, live', async ({
  page,
  world: { partner },
}) => {
  const restaurant = await partner.getRestaurant('kantine-haus-4');
  await partner.changeRestaurant(restaurant, {
    media: [imageMediaOf('raum'), imageMediaOf('teller'), { type: 'video', youtubeId: 'abc' }],
  });
  const restaurantSheet = dialogOf(page, RESTAURANT_NAME);
  await inEachScreenSize(page, async ({ viewport: { width } }) => {
    await page.goto('/restaurants#details/kantine-haus-4');
    await test.step('pictures', () => checkPictures(page, width));
    await test.step('discount', async () => {
      const dish = restaurantSheet.getByRole('listitem').filter({ hasText: 'Eintopf Nummer 4' });
      await expect(dish).toContainText(/6,40\s€/);
      await partner.putDiscount('eintopf', discountOf(restaurant, Date.parse('2026-06-24T11:00:00+02:00')));
      await expect(dish).toContainText(/statt 6,40\s€ jetzt 5,12\s€/);
      const discountButton = restaurantSheet.getByRole('button', { name: /^−20\s% Eintopfwoche$/ });
      await discountButton.click();
      await expect(restaurantSheet.getByRole('list', { name: 'Rabatte' })).toContainText(
        'Ein Fünftel weniger auf jeden Eintopf.',
      );
      await partner.endDiscount('eintopf');
      await expect(dish).not.toContainText('jetzt');
      await expect(discountButton).toBeHidden();
      // The focused button has disappeared. The focus moves to another element one animation frame later, and keys only
      // reach the focused element.
      await expect(restaurantSheet.locator(':focus')).toBeVisible();
    });
    await page.keyboard.press('Escape');
    await expect(restaurantSheet).toBeHidden();
  });
  await partner.changeRestaurant(restaurant, { media: [] });
});

test('asks before it leads to the site where a table is reserved', async ({ page, context, world }) => {
  const restaurant = await world.partner.getRestaurant('kantine-haus-7');
  const { data } = restaurant;
  await world.partner.changeRestaurant(restaurant, {
    data: { ...data, contact: { ...data.contact, reservationUrl: `${world.url}/empty?tisch=7` } },
  });
  await page.goto('/restaurants#details/kantine-haus-7');
  const reserveTable = page.getByRole('button', { name: 'Tisch reservieren' });
  await reserveTable.click();
  const reservationQuestion = page.getByRole('alertdialog', { name: 'Tisch reservieren?' });
  await reservationQuestion.getByRole('button', { name: 'Hierbleiben' }).click();
  await expect(reservationQuestion).toBeHidden();
  await expect(reserveTable).toBeFocused();
  await reserveTable.click();
  const [otherPage] = await Promise.all([
    context.waitForEvent('page'),
    reservationQuestion.getByRole('button', { name: 'Zur Reservierung' }).click(),
  ]);
  expect(otherPage.url()).toContain('/empty?tisch=7');
  await world.partner.changeRestaurant(restaurant, { data });
});

test('shows where the place is, the way by a maps service, and the place’s name in the title of the tab', async ({
  page,
}) => {
  await page.goto('/restaurants#details/mensa-am-brunnen');
  await expect(page).toHaveTitle(/Mensa am Brunnen/);
  const mapImage = page.getByRole('img', { name: 'Karte: hier ist Mensa am Brunnen' });
  await mapImage.scrollIntoViewIfNeeded();
  await expect
    .poll(() => mapImage.evaluate((mapPicture) => mapPicture instanceof HTMLImageElement && mapPicture.naturalWidth))
    .toBe(1200);
  await expect(page.getByRole('link', { name: 'Karte: hier ist Mensa am Brunnen' })).toHaveAttribute(
    'href',
    /^https:\/\/maps\.google\.com\/maps\?q=48\./,
  );
});

const SOUP_NAMES = Array.from({ length: 8 }, (_, index) => `Suppe Nummer ${index + 1}`);

/**
 * Adds so many soups to the Mensa's menu that the menu needs to scroll in every window size; removes them after the
 * check.
 */
const withSoups = async ({ partner }: World, checkMenu: () => Promise<void>): Promise<void> => {
  const restaurant = await partner.getRestaurant('mensa-am-brunnen');
  const firstSoup = restaurant.offers.find(({ baseName }) => baseName === 'Suppen');
  if (firstSoup === undefined) throw new Error('The menu of the restaurant has no soup');
  for (const [index, soupName] of SOUP_NAMES.entries())
    await partner.putDish(`suppe-${index}`, restaurant, { name: soupName, price: 390, typeKey: firstSoup.typeKey });
  await checkMenu();
  for (const [index] of SOUP_NAMES.entries()) await partner.removeDish(`suppe-${index}`);
};

test('has its first dish on the first screen of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/restaurants#details/mensa-am-brunnen');
  const dish = dialogOf(page, 'Mensa am Brunnen')
    .getByRole('region', { name: 'Mittagstisch' })
    .getByRole('listitem')
    .first();
  await expect(dish).toBeVisible();
  const dishBox = await dish.boundingBox();
  // The design mock shows the first dish at 480 px, with a name of two lines and a line of discounts.
  expect(dishBox?.y).toBeLessThan(500);
  expect((dishBox?.y ?? 0) + (dishBox?.height ?? 0)).toBeLessThan(740);
});

test('is one menu: its tabs follow the scroll and lead to its parts, and Back closes the page all the same', async ({
  page,
  world,
}) => {
  await withSoups(world, () =>
    inEachScreenSize(page, async ({ device, viewport: { width } }) => {
      // The window is so low that the menu must scroll.
      await page.setViewportSize({ width, height: 640 });
      await page.goto('/restaurants');
      await page.evaluate(() => {
        location.hash = 'details/mensa-am-brunnen';
      });
      const restaurantSheet = dialogOf(page, 'Mensa am Brunnen');
      const menuTabs = restaurantSheet.getByRole('navigation', { name: 'Speisekarte' });
      const currentTab = menuTabs.locator('[aria-current=location]');
      await expect(currentTab).toHaveText('Mittagstisch');
      await expect(restaurantSheet.getByText(SOUP_NAMES[7] ?? '')).toBeAttached();

      await test.step('follow', async () => {
        await restaurantSheet
          .getByRole('heading', { name: 'Suppen' })
          .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
        await expect(currentTab).toHaveText('Suppen');
        await expect(menuTabs).toBeInViewport({ ratio: 1 });
        await page.mouse.move(width / 2, 400);
        await page.mouse.wheel(0, 5000);
        await expect(currentTab).toHaveText('Desserts');
      });

      await test.step('lead', async () => {
        const urlBefore = page.url();
        await menuTabs.getByRole('button', { name: 'Suppen' }).click();
        await expect(currentTab).toHaveText('Suppen');
        const [headingBox, tabsBox] = [
          await restaurantSheet.getByRole('heading', { name: 'Suppen' }).boundingBox(),
          await menuTabs.boundingBox(),
        ];
        const gapPx = (headingBox?.y ?? 0) - ((tabsBox?.y ?? 0) + (tabsBox?.height ?? 0));
        expect(gapPx, device).toBeGreaterThanOrEqual(0);
        expect(gapPx, device).toBeLessThan(24);
        expect(page.url()).toBe(urlBefore);
      });

      await page.goBack();
      await expect(restaurantSheet).toBeHidden();
    }),
  );
});

test('keeps its name and its buttons in sight while it is scrolled', async ({ page, world }) => {
  await withSoups(world, async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/restaurants#details/mensa-am-brunnen');
    const restaurantSheet = dialogOf(page, 'Mensa am Brunnen');
    const name = restaurantSheet.getByText('Mensa am Brunnen', { exact: true });
    await expect(name.filter({ visible: true })).toHaveCount(1);
    await restaurantSheet.getByRole('button', { name: 'Desserts' }).click();
    await expect(name.filter({ visible: true })).toHaveCount(2);
    await expect(restaurantSheet.getByRole('heading', { name: 'Mensa am Brunnen' })).not.toBeInViewport();
    await expect(restaurantSheet.getByRole('button', { name: 'Schließen' })).toBeInViewport({ ratio: 1 });
    await expect(restaurantSheet.getByRole('button', { name: /^Favorit/ })).toBeInViewport({ ratio: 1 });
  });
});
