import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { watchConsoleErrors } from '../../world/console-errors';
import { REMOTES } from '../../world/product';
import { birthOf, pressRetry, retryButton } from '../../world/locators';
import { expect, test } from './fault-test';
import { testsOf } from '../../remotes/load-remote-tests';
import { expectOthersToWork, openAsMember } from './member';

// Its places can be ordered from; it stands far from the canteens.
test.use({ content: 'demo' });

/** The menu of a place where people order, over whatever is shown. */
const openMenu = async (page: Page): Promise<void> => {
  await page.evaluate(() => location.assign('#details/forno-nord'));
  await expect(
    page
      .getByRole('dialog')
      .getByText(/^\d+,\d\d\s€$/)
      .first(),
  ).toBeVisible();
};

/** Without ordering a menu shows what it costs, says why there is no way to order, and asks again. */
const expectMenuToShow = async (page: Page): Promise<void> => {
  await openMenu(page);
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
  product,
  ownWorld,
}) => {
  test.setTimeout(240_000);
  for (const remote of REMOTES) {
    await test.step(remote, async () => {
      // In a context of its own, whose cache holds nothing.
      const context = await openAsMember(browser, ownWorld);
      const consoleErrors = watchConsoleErrors(context);
      // A file that isn't there is a 404, which Chromium prints.
      consoleErrors.expect(new RegExp(`/remotes/${remote}/`));
      const [servedFolder, removedFolder] = [join(product, remote, 'dist'), join(product, remote, 'away')];
      const { landmark } = testsOf(remote);

      renameSync(servedFolder, removedFolder);
      const page = await context.newPage();
      await page.goto('/');
      const birth = await birthOf(page);
      await landmark.enter(page);
      await expect(retryButton(page)).toBeVisible({ timeout: 20_000 });
      await landmark.leave(page);
      await expectOthersToWork(page, remote);
      if (remote === 'mf-ordering') await expectMenuToShow(page);

      await landmark.enter(page);
      await expect(retryButton(page)).toBeVisible({ timeout: 20_000 });
      renameSync(removedFolder, servedFolder);
      await pressRetry(page);
      await expect(landmark.shown(page)).toBeVisible({ timeout: 20_000 });
      await expect(retryButton(page)).toHaveCount(0);
      if (remote === 'mf-ordering') {
        await openMenu(page);
        await retryButton(page).click();
        await expect(page.getByRole('button', { name: 'In den Warenkorb' }).first()).toBeVisible();
      }
      expect(await birthOf(page)).toBe(birth);
      expect(consoleErrors.lines).toEqual([]);
      await context.close();
    });
  }
});
