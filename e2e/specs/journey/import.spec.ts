import { readTimeOrigin, restaurantCardOf } from '../../world/locators';
import { writeInventedFeed } from '../../world/invented-feed';
import { startWorld } from '../../world/start-world';
import { expect, inEachScreenSize, testInWorld } from '../../world/world-test';

const test = testInWorld(() => startWorld());

test('shows on a page that is open what an import brings, without reload', async ({ page, ownWorld }, testInfo) => {
  const feedFile = testInfo.outputPath('canteens.json');
  writeInventedFeed(feedFile);
  const whenSearched = page.waitForResponse((response) => response.url().endsWith('/api/restaurants/loadByLocation'));
  await page.goto('/');
  await whenSearched;
  const restaurantCards = page.getByRole('main').getByRole('article');
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await expect(restaurantCards).toHaveCount(0);
  const initialTimeOrigin = await readTimeOrigin(page);

  await ownWorld.importFile(feedFile);
  await expect(restaurantCardOf(page, 'Mensa am Brunnen')).toContainText('Gulasch mit Semmelknödel');
  await inEachScreenSize(page, async () => {
    await expect(restaurantCards.first()).toBeVisible();
    expect(await restaurantCards.count()).toBeGreaterThan(1);
  });
  expect(await readTimeOrigin(page)).toBe(initialTimeOrigin);
});
