import type { Page } from '@playwright/test';
import { watchConsoleErrors } from '../../world/console-errors';
import { REMOTES } from '../../world/product';
import { readTimeOrigin, pressRetry, retryButton } from '../../world/locators';
import { expect, test } from './fault-test';
import { remoteTestsOf } from '../../remotes/load-remote-tests';
import { expectOthersToWork, openAsMember } from './member';

// The restaurants of the demo world take orders, unlike the invented canteens. They are far away from the visitor's
// position, so the tests open them by their hash.
test.use({ content: 'demo' });

/** Opens the menu of a restaurant that takes orders, no matter what the page shows. */
const openRestaurantMenu = async (page: Page): Promise<void> => {
  await page.evaluate(() => location.assign('#details/forno-nord'));
  await expect(
    page
      .getByRole('dialog')
      .getByText(/^\d+,\d\d\s€$/)
      .first(),
  ).toBeVisible();
};

/**
 * Expects a menu to work without mf-ordering: it shows the prices, says why nobody can order, and lets the user retry.
 */
const expectMenuToShow = async (page: Page): Promise<void> => {
  await openRestaurantMenu(page);
  const orderingNotice = page.getByText('Vorbestellen geht im Moment nicht. Speisen und Preise siehst du trotzdem.');
  await expect(orderingNotice).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('button', { name: 'In den Warenkorb' })).toHaveCount(0);
  await retryButton(page).click();
  await expect(orderingNotice).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

test('keeps the others working while a remote isn’t served, and shows it without reload once it is', async ({
  browser,
  ownWorld,
}) => {
  test.setTimeout(240_000);
  for (const remote of REMOTES) {
    await test.step(remote, async () => {
      // The test uses its own browser context, so that the cache holds no file of the remote.
      const memberContext = await openAsMember(browser, ownWorld);
      const consoleErrors = watchConsoleErrors(memberContext);
      const remoteFiles = new RegExp(`/remotes/${remote}/`);
      // Chromium prints the missing file's response (404) as an error.
      consoleErrors.expect(remoteFiles);
      const { landmark } = remoteTestsOf(remote);

      await memberContext.route(remoteFiles, (route) => route.fulfill({ status: 404 }));
      const page = await memberContext.newPage();
      await page.goto('/');
      const initialTimeOrigin = await readTimeOrigin(page);
      await landmark.enter(page);
      await expect(retryButton(page)).toBeVisible({ timeout: 20_000 });
      await landmark.leave(page);
      await expectOthersToWork(page, remote);
      if (remote === 'mf-ordering') await expectMenuToShow(page);

      await landmark.enter(page);
      await expect(retryButton(page)).toBeVisible({ timeout: 20_000 });
      await memberContext.unroute(remoteFiles);
      await pressRetry(page);
      await expect(landmark.shown(page)).toBeVisible({ timeout: 20_000 });
      await expect(retryButton(page)).toHaveCount(0);
      if (remote === 'mf-ordering') {
        await openRestaurantMenu(page);
        await retryButton(page).click();
        await expect(page.getByRole('button', { name: 'In den Warenkorb' }).first()).toBeVisible();
      }
      expect(await readTimeOrigin(page)).toBe(initialTimeOrigin);
      expect(consoleErrors.lines).toEqual([]);
      await memberContext.close();
    });
  }
});
