import type { Locator } from '@playwright/test';
import { expect, inEachScreenSize, test } from '../../world/world-test';
import { timeOriginOf, cardOf, dialogOf } from '../../world/locators';

const RESTAURANT_NAME = 'Kantine Haus 1';

const lentilDishIn = (placePage: Locator, price = /\d,\d\d/): Locator =>
  placePage.getByRole('listitem').filter({ hasText: new RegExp(`Linsen mit Spätzle\\s*${price.source}\\s€`) });

// This test doesn't measure how soon the dish appears; `npm run bench -- web` does, where machines are compared.
test('shows a dish that was changed through the partner API on list and page, without reload', async ({
  page,
  world,
}) => {
  const restaurant = await world.partner.getRestaurant('kantine-haus-1');
  const putDish = (price: number) =>
    world.partner.putDish('linsen', restaurant, { name: 'Linsen mit Spätzle', price, order: 9_000 });
  await page.goto('/');
  const card = cardOf(page, RESTAURANT_NAME);
  const sheet = dialogOf(page, RESTAURANT_NAME);
  await expect(card).toBeVisible();
  const timeOriginBefore = await timeOriginOf(page);

  await inEachScreenSize(page, async () => {
    await card.scrollIntoViewIfNeeded();
    await expect(card).toContainText('Eintopf Nummer 1');
    await putDish(720);
    await expect(lentilDishIn(card, /7,20/)).toBeVisible();

    await card.getByRole('link').click();
    await expect(sheet.getByRole('region', { name: 'Mittagstisch' }).getByRole('listitem').first()).toContainText(
      'Linsen mit Spätzle',
    );
    await putDish(690);
    await expect(lentilDishIn(sheet, /6,90/)).toBeVisible();
    await world.partner.removeDish('linsen');
    await expect(lentilDishIn(sheet)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(lentilDishIn(card)).toHaveCount(0);
  });
  expect(await timeOriginOf(page)).toBe(timeOriginBefore);
});
