import { expect, test } from '../../world/world-test';
import { restaurantCardOf, dialogOf } from '../../world/locators';

const MENSA_NAME = 'Mensa am Brunnen';

const HISTORY_LENGTH_EXPRESSION = 'history.length';

test('R02 decodes each segment of the hash once', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/byRoutingName/);
  const whenLookedUp = page.waitForRequest((request) => request.url().includes('/api/restaurants/byRoutingName/'));
  await page.goto('/restaurants#details/100%2525%2Fgro%C3%9F');
  expect(new URL((await whenLookedUp).url()).pathname).toBe('/api/restaurants/byRoutingName/100%2525%2Fgro%C3%9F');
  await expect(page.getByText('Dieses Lokal gibt es hier nicht mehr.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('R02 takes a malformed segment as it stands, without an exception', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/byRoutingName/);
  const lookup = page.waitForRequest((request) => request.url().includes('/api/restaurants/byRoutingName/'));
  await page.goto('/restaurants#details/%E0%A4%A');
  expect(new URL((await lookup).url()).pathname).toBe('/api/restaurants/byRoutingName/%25E0%25A4%25A');
  await expect(page.getByText('Dieses Lokal gibt es hier nicht mehr.')).toBeVisible();
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
});

for (const [requestedPath, expectedPath] of [
  ['/', '/restaurants'],
  ['/restaurants/mensa-am-brunnen?utm=aushang', '/restaurants?utm=aushang#details/mensa-am-brunnen'],
  ['/search/details/mensa-am-brunnen?utm=aushang', '/restaurants?utm=aushang#details/mensa-am-brunnen'],
] as const) {
  test(`R03 leads from ${requestedPath} to ${expectedPath}, and back does not bounce`, async ({ page, world }) => {
    await page.goto('about:blank');
    const initialHistoryLength = await page.evaluate(HISTORY_LENGTH_EXPRESSION);
    await page.goto(requestedPath);
    await expect(page).toHaveURL(world.url + expectedPath);
    if (expectedPath.includes('#')) await expect(dialogOf(page, MENSA_NAME)).toBeVisible();
    else await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
    expect(await page.evaluate(HISTORY_LENGTH_EXPRESSION)).toBe(Number(initialHistoryLength) + 1);
    await page.goBack();
    await expect(page).toHaveURL('about:blank');
  });
}

test('takes a double click for one, closes a page by Back, by its button and by Escape with the focus back each time, and opens it again by Forward', async ({
  page,
}) => {
  await page.goto('/');
  const cardLink = restaurantCardOf(page, MENSA_NAME).getByRole('link');
  const placeDialog = dialogOf(page, MENSA_NAME);
  await expect(cardLink).toBeVisible();

  await test.step('double click', async () => {
    const historyBefore = Number(await page.evaluate(HISTORY_LENGTH_EXPRESSION));
    await cardLink.dblclick();
    await expect(placeDialog).toBeVisible();
    expect(await page.evaluate(HISTORY_LENGTH_EXPRESSION)).toBe(historyBefore + 1);
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/restaurants$/);
  });

  await test.step('three ways to close', async () => {
    for (const closeDialog of [
      () => page.goBack(),
      () => placeDialog.getByRole('button', { name: 'Schließen' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await cardLink.click();
      await expect(placeDialog).toBeVisible();
      await closeDialog();
      await expect(placeDialog).toBeHidden();
      await expect(cardLink).toBeFocused();
      await expect(page).toHaveURL(/\/restaurants$/);
    }
  });

  await test.step('Forward', async () => {
    await cardLink.click();
    await expect(placeDialog).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goForward();
    await expect(placeDialog).toBeVisible();
  });
});

test('shows the list alone where the hash names nothing', async ({ page }) => {
  await page.goto('/restaurants#gibtesnicht/mensa');
  await expect(restaurantCardOf(page, MENSA_NAME)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
