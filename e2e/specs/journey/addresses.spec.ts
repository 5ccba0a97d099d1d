import { expect, test } from '../../world/world-test';
import { cardOf, dialogOf } from '../../world/locators';

const MENSA = 'Mensa am Brunnen';

const historyLength = 'history.length';

test('R02 decodes each segment of the hash once', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/byRoutingName/);
  const lookup = page.waitForRequest((request) => request.url().includes('/api/restaurants/byRoutingName/'));
  await page.goto('/restaurants#details/100%2525%2Fgro%C3%9F');
  expect(new URL((await lookup).url()).pathname).toBe('/api/restaurants/byRoutingName/100%2525%2Fgro%C3%9F');
  await expect(page.getByText('Dieses Lokal gibt es hier nicht mehr.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('R02 takes a malformed segment as it stands, without an exception', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/byRoutingName/);
  const lookup = page.waitForRequest((request) => request.url().includes('/api/restaurants/byRoutingName/'));
  await page.goto('/restaurants#details/%E0%A4%A');
  expect(new URL((await lookup).url()).pathname).toBe('/api/restaurants/byRoutingName/%25E0%25A4%25A');
  await expect(page.getByText('Dieses Lokal gibt es hier nicht mehr.')).toBeVisible();
  await expect(cardOf(page, MENSA)).toBeVisible();
});

for (const [from, to] of [
  ['/', '/restaurants'],
  ['/restaurants/mensa-am-brunnen?utm=aushang', '/restaurants?utm=aushang#details/mensa-am-brunnen'],
  ['/search/details/mensa-am-brunnen?utm=aushang', '/restaurants?utm=aushang#details/mensa-am-brunnen'],
] as const) {
  test(`R03 leads from ${from} to ${to}, and back does not bounce`, async ({ page, world }) => {
    await page.goto('about:blank');
    const historyBefore = await page.evaluate(historyLength);
    await page.goto(from);
    await expect(page).toHaveURL(world.url + to);
    if (to.includes('#')) await expect(dialogOf(page, MENSA)).toBeVisible();
    else await expect(cardOf(page, MENSA)).toBeVisible();
    expect(await page.evaluate(historyLength)).toBe(Number(historyBefore) + 1);
    await page.goBack();
    await expect(page).toHaveURL('about:blank');
  });
}

test('takes a double click for one, closes a page by Back, by its button and by Escape with the focus back each time, and opens it again by Forward', async ({
  page,
}) => {
  await page.goto('/');
  const link = cardOf(page, MENSA).getByRole('link');
  const sheet = dialogOf(page, MENSA);
  await expect(link).toBeVisible();

  await test.step('double click', async () => {
    const historyBefore = Number(await page.evaluate(historyLength));
    await link.dblclick();
    await expect(sheet).toBeVisible();
    expect(await page.evaluate(historyLength)).toBe(historyBefore + 1);
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/restaurants$/);
  });

  await test.step('three ways to close', async () => {
    for (const close of [
      () => page.goBack(),
      () => sheet.getByRole('button', { name: 'Schließen' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await link.click();
      await expect(sheet).toBeVisible();
      await close();
      await expect(sheet).toBeHidden();
      await expect(link).toBeFocused();
      await expect(page).toHaveURL(/\/restaurants$/);
    }
  });

  await test.step('Forward', async () => {
    await link.click();
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goForward();
    await expect(sheet).toBeVisible();
  });
});

test('shows the list alone where the hash names nothing', async ({ page }) => {
  await page.goto('/restaurants#gibtesnicht/mensa');
  await expect(cardOf(page, MENSA)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
