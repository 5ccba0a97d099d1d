import type { Locator } from '@playwright/test';
import { expect, inEachScreenSize, test } from '../../world/world-test';
import { readTimeOrigin, restaurantCardOf, dialogOf } from '../../world/locators';

const RESTAURANT_NAME = 'Kantine Haus 1';

const lentilDishIn = (placePage: Locator, priceText = /\d,\d\d/): Locator =>
  placePage.getByRole('listitem').filter({ hasText: new RegExp(`Linsen mit Spätzle\\s*${priceText.source}\\s€`) });

// This test doesn't measure how soon the dish appears. `npm run bench -- web` does, in comparison with a reload of the
// page.
test('shows a dish that was changed through the partner API on list and page, without reload', async ({
  page,
  world,
}) => {
  const partnerRestaurant = await world.partner.getRestaurant('kantine-haus-1');
  const putLentilDish = (priceCents: number) =>
    world.partner.putDish('linsen', partnerRestaurant, { name: 'Linsen mit Spätzle', price: priceCents, order: 9_000 });
  await page.goto('/');
  const restaurantCard = restaurantCardOf(page, RESTAURANT_NAME);
  const placeDialog = dialogOf(page, RESTAURANT_NAME);
  await expect(restaurantCard).toBeVisible();
  const initialTimeOrigin = await readTimeOrigin(page);

  await inEachScreenSize(page, async () => {
    await restaurantCard.scrollIntoViewIfNeeded();
    await expect(restaurantCard).toContainText('Eintopf Nummer 1');
    await putLentilDish(720);
    await expect(lentilDishIn(restaurantCard, /7,20/)).toBeVisible();

    await restaurantCard.getByRole('link').click();
    await expect(placeDialog.getByRole('region', { name: 'Mittagstisch' }).getByRole('listitem').first()).toContainText(
      'Linsen mit Spätzle',
    );
    await putLentilDish(690);
    await expect(lentilDishIn(placeDialog, /6,90/)).toBeVisible();
    await world.partner.removeDish('linsen');
    await expect(lentilDishIn(placeDialog)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(placeDialog).toBeHidden();
    await expect(lentilDishIn(restaurantCard)).toHaveCount(0);
  });
  expect(await readTimeOrigin(page)).toBe(initialTimeOrigin);
});
