import { timeOriginOf, cardOf } from '../../world/locators';
import { writeInventedFeed } from '../../world/invented-feed';
import { startWorld } from '../../world/start-world';
import { expect, inEachScreenSize, testInWorld } from '../../world/world-test';

const test = testInWorld(() => startWorld());

test('shows on a page that is open what an import brings, without reload', async ({ page, ownWorld }, info) => {
  const feed = info.outputPath('canteens.json');
  writeInventedFeed(feed);
  const searchResponse = page.waitForResponse((response) => response.url().endsWith('/api/restaurants/loadByLocation'));
  await page.goto('/');
  await searchResponse;
  const cards = page.getByRole('main').getByRole('article');
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await expect(cards).toHaveCount(0);
  const birth = await timeOriginOf(page);

  await ownWorld.importFile(feed);
  await expect(cardOf(page, 'Mensa am Brunnen')).toContainText('Gulasch mit Semmelknödel');
  await inEachScreenSize(page, async () => {
    await expect(cards.first()).toBeVisible();
    expect(await cards.count()).toBeGreaterThan(1);
  });
  expect(await timeOriginOf(page)).toBe(birth);
});
