import type { PartnerDiscount, Restaurant } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import { expect, SCREENS, test } from '../../world/world-test';
import { dialogOf } from '../../world/locators';

const DAY = 86_400_000;

/** Pictures of the place: drawn by the test, served from the address of the product. */
const servePictures = async (page: Page): Promise<void> => {
  await page.route('**/media/test/*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800"><rect width="1280" height="800" fill="#f0985f"/></svg>' }));
};

const image = (name: string) => ({ type: 'image', url: `/media/test/${name}.svg`, midSizeUrl: `/media/test/${name}-1280.svg` }) as const;

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

test.beforeEach(({ page }) => servePictures(page));

for (const [index, { device, viewport }] of SCREENS.entries()) {
  test.describe(device, () => {
    test.use({ viewport });
    // Each width has a place of its own: the tests share one world.
    const name = `Kantine Haus ${index + 4}`;
    const routingName = `kantine-haus-${index + 4}`;

    test('shows a place’s pictures large, one level an Escape, with the focus back', async ({ page, world }) => {
      const restaurant = await world.partner.restaurant(routingName);
      await world.partner.change(restaurant, { media: [image('raum'), image('teller'), { type: 'video', youtubeId: 'abc' }] });
      await page.goto(`/restaurants#details/${routingName}`);
      const sheet = dialogOf(page, name);
      // Whoever wants no movement has none: the pictures stand.
      await expect(sheet.getByRole('button', { name: 'Bilder abspielen' })).toBeVisible();
      const cover = sheet.getByRole('button', { name: 'Bild 1 von 3 groß ansehen' });
      await cover.press('Enter');

      const pictures = dialogOf(page, `Bilder von ${name}`);
      await expect(pictures.getByText('1 von 3')).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await expect(pictures.getByText('2 von 3')).toBeVisible();
      await pictures.getByRole('button', { name: 'Nächstes Bild' }).click();
      await expect(pictures.getByRole('link', { name: 'Auf YouTube ansehen' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(pictures).toBeHidden();
      await expect(cover).toBeFocused();

      // A click beside the picture closes, too.
      await cover.press('Enter');
      await expect(pictures.getByRole('img', { name: `Bild von ${name}` }).first()).toBeVisible();
      await page.mouse.click(viewport.width / 2, 40);
      await expect(pictures).toBeHidden();
      await expect(cover).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
      await world.partner.change(restaurant, { media: [] });
    });

    test('reduces prices while a discount runs, live', async ({ page, world }) => {
      const restaurant = await world.partner.restaurant(routingName);
      await page.goto(`/restaurants#details/${routingName}`);
      const dish = dialogOf(page, name).getByRole('listitem').filter({ hasText: `Eintopf Nummer ${index + 4}` });
      await expect(dish).toContainText(/6,40\s€/);
      await world.partner.reduce(`eintopf-${device}`, discountOf(restaurant, Date.parse('2026-06-24T11:00:00+02:00')));
      await expect(dish).toContainText(/statt 6,40\s€ jetzt 5,12\s€/);
      await expect(dialogOf(page, name).getByRole('list', { name: 'Rabatte' })).toContainText('Eintopfwoche');
      await world.partner.endDiscount(`eintopf-${device}`);
      await expect(dish).not.toContainText('jetzt');
    });
  });
}

test('asks before it leads to the site where a table is reserved', async ({ page, context, world }) => {
  const restaurant = await world.partner.restaurant('kantine-haus-7');
  const { data } = restaurant;
  await world.partner.change(restaurant, { data: { ...data, contact: { ...data.contact, reservationUrl: `${world.url}/empty?tisch=7` } } });
  await page.goto('/restaurants#details/kantine-haus-7');
  const reserve = page.getByRole('button', { name: 'Tisch reservieren' });
  await reserve.click();
  const question = page.getByRole('alertdialog', { name: 'Tisch reservieren?' });
  await question.getByRole('button', { name: 'Hierbleiben' }).click();
  await expect(question).toBeHidden();
  await expect(reserve).toBeFocused();
  await reserve.click();
  const [other] = await Promise.all([context.waitForEvent('page'), question.getByRole('button', { name: 'Zur Reservierung' }).click()]);
  expect(other.url()).toContain('/empty?tisch=7');
  await world.partner.change(restaurant, { data });
});

test('shows where the place is, and the way by a maps service', async ({ page }) => {
  await page.goto('/restaurants#details/mensa-am-brunnen');
  const map = page.getByRole('img', { name: 'Karte: hier ist Mensa am Brunnen' });
  await map.scrollIntoViewIfNeeded();
  await expect.poll(() => map.evaluate((picture) => picture instanceof HTMLImageElement && picture.naturalWidth)).toBe(1200);
  await expect(page.getByRole('link', { name: 'Karte: hier ist Mensa am Brunnen' })).toHaveAttribute('href', /^https:\/\/maps\.google\.com\/maps\?q=48\./);
});

test('names the place in the title of the tab', async ({ page }) => {
  await page.goto('/restaurants#details/mensa-am-brunnen');
  await expect(page).toHaveTitle(/Mensa am Brunnen/);
});
