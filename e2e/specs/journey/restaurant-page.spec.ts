import type { PartnerDiscount, Restaurant } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import type { World } from '../../world/start-world';
import { expect, inEachWidth, test } from '../../world/world-test';
import { dialogOf } from '../../world/locators';
import { imageOf, servePictures } from '../../world/show-pictures';

const DAY = 86_400_000;

const discountOf = ({ key }: Restaurant, start: number): PartnerDiscount => ({
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
  start,
  end: start + 7 * DAY,
  platform: false,
  forAllMeals: true,
});

test.beforeEach(async ({ page }) => {
  await servePictures(page);
});

const NAME = 'Kantine Haus 4';

const checkPictures = async (page: Page, width: number): Promise<void> => {
  const sheet = dialogOf(page, NAME);
  // The pictures don't change by themselves, because the visitor prefers reduced motion.
  await expect(sheet.getByRole('button', { name: 'Bilder abspielen' })).toBeVisible();
  const cover = sheet.getByRole('button', { name: 'Bild 1 von 3 groß ansehen' });
  await cover.press('Enter');

  const pictures = dialogOf(page, `Bilder von ${NAME}`);
  await expect(pictures.getByText('1 von 3')).toBeVisible();
  // The focus moves into the dialog one frame later, and keys only reach the focused element.
  await expect(pictures).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(pictures.getByText('2 von 3')).toBeVisible();
  await pictures.getByRole('button', { name: 'Nächstes Bild' }).click();
  await expect(pictures.getByRole('link', { name: 'Auf YouTube ansehen' })).toBeVisible();
  await expect(pictures.locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pictures).toBeHidden();
  await expect(cover).toBeFocused();

  // A click next to the picture closes the dialog, too.
  await cover.press('Enter');
  await expect(pictures.getByRole('img', { name: `Bild von ${NAME}` }).first()).toBeVisible();
  await expect(pictures).toBeFocused();
  await pictures.click({ position: { x: width / 2, y: 40 } });
  await expect(pictures).toBeHidden();
  await expect(cover).toBeFocused();
};

test('shows a place’s pictures large, one level an Escape, with the focus back; reduces prices while a discount runs, live', async ({
  page,
  world: { partner },
}) => {
  const restaurant = await partner.restaurant('kantine-haus-4');
  await partner.change(restaurant, {
    media: [imageOf('raum'), imageOf('teller'), { type: 'video', youtubeId: 'abc' }],
  });
  const sheet = dialogOf(page, NAME);
  await inEachWidth(page, async ({ viewport: { width } }) => {
    await page.goto('/restaurants#details/kantine-haus-4');
    await test.step('pictures', () => checkPictures(page, width));
    await test.step('discount', async () => {
      const dish = sheet.getByRole('listitem').filter({ hasText: 'Eintopf Nummer 4' });
      await expect(dish).toContainText(/6,40\s€/);
      await partner.reduce('eintopf', discountOf(restaurant, Date.parse('2026-06-24T11:00:00+02:00')));
      await expect(dish).toContainText(/statt 6,40\s€ jetzt 5,12\s€/);
      const deals = sheet.getByRole('button', { name: /^−20\s% Eintopfwoche$/ });
      await deals.click();
      await expect(sheet.getByRole('list', { name: 'Rabatte' })).toContainText(
        'Ein Fünftel weniger auf jeden Eintopf.',
      );
      await partner.endDiscount('eintopf');
      await expect(dish).not.toContainText('jetzt');
      await expect(deals).toBeHidden();
      // The focused button has disappeared. The focus moves on one frame later, and keys only reach the focused
      // element.
      await expect(sheet.locator(':focus')).toBeVisible();
    });
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });
  await partner.change(restaurant, { media: [] });
});

test('asks before it leads to the site where a table is reserved', async ({ page, context, world }) => {
  const restaurant = await world.partner.restaurant('kantine-haus-7');
  const { data } = restaurant;
  await world.partner.change(restaurant, {
    data: { ...data, contact: { ...data.contact, reservationUrl: `${world.url}/empty?tisch=7` } },
  });
  await page.goto('/restaurants#details/kantine-haus-7');
  const reserveTable = page.getByRole('button', { name: 'Tisch reservieren' });
  await reserveTable.click();
  const question = page.getByRole('alertdialog', { name: 'Tisch reservieren?' });
  await question.getByRole('button', { name: 'Hierbleiben' }).click();
  await expect(question).toBeHidden();
  await expect(reserveTable).toBeFocused();
  await reserveTable.click();
  const [otherPage] = await Promise.all([
    context.waitForEvent('page'),
    question.getByRole('button', { name: 'Zur Reservierung' }).click(),
  ]);
  expect(otherPage.url()).toContain('/empty?tisch=7');
  await world.partner.change(restaurant, { data });
});

test('shows where the place is, the way by a maps service, and the place’s name in the title of the tab', async ({
  page,
}) => {
  await page.goto('/restaurants#details/mensa-am-brunnen');
  await expect(page).toHaveTitle(/Mensa am Brunnen/);
  const map = page.getByRole('img', { name: 'Karte: hier ist Mensa am Brunnen' });
  await map.scrollIntoViewIfNeeded();
  await expect
    .poll(() => map.evaluate((picture) => picture instanceof HTMLImageElement && picture.naturalWidth))
    .toBe(1200);
  await expect(page.getByRole('link', { name: 'Karte: hier ist Mensa am Brunnen' })).toHaveAttribute(
    'href',
    /^https:\/\/maps\.google\.com\/maps\?q=48\./,
  );
});

const SOUPS = Array.from({ length: 8 }, (_, index) => `Suppe Nummer ${index + 1}`);

/**
 * Adds so many soups to the Mensa's menu that the menu needs to scroll in every window size; removes them after the
 * check.
 */
const withSoups = async ({ partner }: World, check: () => Promise<void>): Promise<void> => {
  const restaurant = await partner.restaurant('mensa-am-brunnen');
  const soups = restaurant.offers.find(({ baseName }) => baseName === 'Suppen');
  if (soups === undefined) throw new Error('The menu of the restaurant has no soup');
  for (const [index, name] of SOUPS.entries())
    await partner.put(`suppe-${index}`, restaurant, { name, price: 390, typeKey: soups.typeKey });
  await check();
  for (const [index] of SOUPS.entries()) await partner.remove(`suppe-${index}`);
};

test('has its first dish on the first screen of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/restaurants#details/mensa-am-brunnen');
  const dish = dialogOf(page, 'Mensa am Brunnen')
    .getByRole('region', { name: 'Mittagstisch' })
    .getByRole('listitem')
    .first();
  await expect(dish).toBeVisible();
  const box = await dish.boundingBox();
  // The design mock shows the first dish at 480 px, with a name of two lines and a line of discounts.
  expect(box?.y).toBeLessThan(500);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(740);
});

test('is one menu: its tabs follow the scroll and lead to its parts, and Back closes the page all the same', async ({
  page,
  world,
}) => {
  await withSoups(world, () =>
    inEachWidth(page, async ({ device, viewport: { width } }) => {
      // The window is too low for the whole menu.
      await page.setViewportSize({ width, height: 640 });
      await page.goto('/restaurants');
      await page.evaluate(() => {
        location.hash = 'details/mensa-am-brunnen';
      });
      const sheet = dialogOf(page, 'Mensa am Brunnen');
      const tabs = sheet.getByRole('navigation', { name: 'Speisekarte' });
      const current = tabs.locator('[aria-current=location]');
      await expect(current).toHaveText('Mittagstisch');
      await expect(sheet.getByText(SOUPS[7] ?? '')).toBeAttached();

      await test.step('follow', async () => {
        await sheet
          .getByRole('heading', { name: 'Suppen' })
          .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
        await expect(current).toHaveText('Suppen');
        await expect(tabs).toBeInViewport({ ratio: 1 });
        await page.mouse.move(width / 2, 400);
        await page.mouse.wheel(0, 5000);
        await expect(current).toHaveText('Desserts');
      });

      await test.step('lead', async () => {
        const address = page.url();
        await tabs.getByRole('button', { name: 'Suppen' }).click();
        await expect(current).toHaveText('Suppen');
        const [heading, strip] = [
          await sheet.getByRole('heading', { name: 'Suppen' }).boundingBox(),
          await tabs.boundingBox(),
        ];
        const gapPx = (heading?.y ?? 0) - ((strip?.y ?? 0) + (strip?.height ?? 0));
        expect(gapPx, device).toBeGreaterThanOrEqual(0);
        expect(gapPx, device).toBeLessThan(24);
        expect(page.url()).toBe(address);
      });

      await page.goBack();
      await expect(sheet).toBeHidden();
    }),
  );
});

test('keeps its name and its buttons in sight while it is scrolled', async ({ page, world }) => {
  await withSoups(world, async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/restaurants#details/mensa-am-brunnen');
    const sheet = dialogOf(page, 'Mensa am Brunnen');
    const name = sheet.getByText('Mensa am Brunnen', { exact: true });
    await expect(name.filter({ visible: true })).toHaveCount(1);
    await sheet.getByRole('button', { name: 'Desserts' }).click();
    await expect(name.filter({ visible: true })).toHaveCount(2);
    await expect(sheet.getByRole('heading', { name: 'Mensa am Brunnen' })).not.toBeInViewport();
    await expect(sheet.getByRole('button', { name: 'Schließen' })).toBeInViewport({ ratio: 1 });
    await expect(sheet.getByRole('button', { name: /^Favorit/ })).toBeInViewport({ ratio: 1 });
  });
});
