import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { renameRelease } from '../../fixtures/renamed-release';
import { watchConsoleErrors } from '../../world/console-errors';
import { openDrawer } from '../../world/locators';
import { builtProductFolder } from '../../world/product';
import { runRelease } from '../../world/release-command';
import { startInventedWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';

/** Tests in worlds of their own, because they change what the world's gateway delivers. */
const test = testInWorld(startInventedWorld);

const REMOTE = 'mf-social';

const expectContactsEntry = async (page: Page, label: 'Kontakte' | 'Leute'): Promise<void> => {
  const drawer = await openDrawer(page);
  await expect(drawer.getByRole('link', { name: label, exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
};

test('a visitor within the share keeps the new release, one outside keeps the former, and beta has the new one', async ({
  browser,
  ownWorld: world,
}) => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-share-'));
  const newVersion = renameRelease(join(builtProductFolder, REMOTE, 'dist'), folder, {
    hash: 'abcdef012345',
    screen: 'contacts',
    label: 'Leute',
  });
  const contexts: BrowserContext[] = [];
  const consoleErrors: (readonly string[])[] = [];
  const openContext = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({ baseURL: world.url });
    contexts.push(context);
    consoleErrors.push(watchConsoleErrors(context).lines);
    return context;
  };
  /** Opens browsers until one of them is in the share, or outside of it. */
  const findVisitor = async (isInShare: boolean): Promise<BrowserContext> => {
    for (;;) {
      const context = await openContext();
      const html = await (await context.request.get('/restaurants')).text();
      if (html.includes(newVersion) === isInShare) return context;
      await context.close();
    }
  };

  await runRelease(world, ['publish', folder, '--channel', 'beta']);
  await runRelease(world, ['promote', REMOTE, newVersion, '--share', '50']);
  await expect.poll(async () => (await fetch(`${world.url}/registry.json`)).text()).toContain('"share":50');

  const [inside, outside] = [await findVisitor(true), await findVisitor(false)];
  const [insidePage, outsidePage] = [await inside.newPage(), await outside.newPage()];
  await test.step('each visitor keeps a release over reloads', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (const page of [insidePage, outsidePage]) await page.goto('/restaurants');
      await expectContactsEntry(insidePage, 'Leute');
      await expectContactsEntry(outsidePage, 'Kontakte');
    }
  });

  await test.step('the address leads a visitor into the channel beta and out of it', async () => {
    await outsidePage.goto('/restaurants?channel=beta');
    await expect(outsidePage).toHaveURL('/restaurants');
    await expectContactsEntry(outsidePage, 'Leute');
    await outsidePage.reload();
    await expectContactsEntry(outsidePage, 'Leute');
    await outsidePage.goto('/restaurants?channel=stable');
    await expectContactsEntry(outsidePage, 'Kontakte');
  });

  await test.step('a rollback takes everybody back, and browsers forget their tickets', async () => {
    await runRelease(world, ['rollback', REMOTE]);
    await expect.poll(async () => (await fetch(`${world.url}/registry.json`)).text()).not.toContain('"share":50');
    await insidePage.reload();
    await expectContactsEntry(insidePage, 'Kontakte');
    expect((await inside.cookies()).filter(({ name }) => name.startsWith('mahlzeit_visitor_'))).toEqual([]);
  });

  expect(consoleErrors.flat()).toEqual([]);
  for (const context of contexts) await context.close();
  rmSync(folder, { recursive: true });
});
