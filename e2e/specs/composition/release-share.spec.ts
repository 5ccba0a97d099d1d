import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { renameRelease } from '../../fixtures/renamed-release';
import { watchConsoleErrors } from '../../world/console-errors';
import { dialogOf, openDrawer } from '../../world/locators';
import { builtProductFolder } from '../../world/product';
import { runRelease } from '../../world/release-command';
import { logInOnPage, registerMember, verifyEmailAddress } from '../../world/sign-in';
import { startInventedWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';

/** Each test has a gateway of its own, because the tests change the releases that the gateway delivers. */
const test = testInWorld(startInventedWorld);

const REMOTE = 'mf-social';

/**
 * Writes a release of a remote in which the screen of contacts has another name into a new folder. Returns the folder
 * and the version.
 */
const writeRenamedRelease = () => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-share-'));
  const version = renameRelease(join(builtProductFolder, REMOTE, 'dist'), folder, {
    hash: 'abcdef012345',
    screen: 'contacts',
    label: 'Leute',
  });
  return { folder, version };
};

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
  const { folder, version: newVersion } = writeRenamedRelease();
  const contexts: BrowserContext[] = [];
  const consoleErrors: (readonly string[])[] = [];
  const openContext = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({ baseURL: world.url });
    contexts.push(context);
    consoleErrors.push(watchConsoleErrors(context).lines);
    return context;
  };
  /**
   * Opens browsers until one of them belongs to the share of visitors who get the new release, or until one doesn't.
   */
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

test('a member who tries out new things gets the release of beta in each browser, until they leave it', async ({
  browser,
  ownWorld: world,
}) => {
  test.slow();
  const { folder } = writeRenamedRelease();
  await runRelease(world, ['publish', folder, '--channel', 'beta']);
  const member = await registerMember(world);
  await verifyEmailAddress(world, member);
  const openMemberPage = async () => {
    const context = await browser.newContext({ baseURL: world.url });
    const consoleErrors = watchConsoleErrors(context).lines;
    const page = await context.newPage();
    await page.goto('/restaurants');
    await logInOnPage(page, member);
    await expectContactsEntry(page, 'Kontakte');
    return { context, page, consoleErrors };
  };
  const pressInSettings = async (page: Page, label: string, nextLabel: string): Promise<void> => {
    const drawer = await openDrawer(page);
    await drawer.getByRole('link', { name: 'Einstellungen' }).click();
    const settings = dialogOf(page, 'Einstellungen');
    await settings.getByRole('button', { name: label }).click();
    await expect(settings.getByRole('button', { name: nextLabel })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(settings).toBeHidden();
  };
  const [enter, leave] = ['Neues vorab ausprobieren', 'Neues nicht mehr vorab ausprobieren'];

  const firstPage = await openMemberPage();
  await test.step('the setting applies at the next loading of the page', async () => {
    await pressInSettings(firstPage.page, enter, leave);
    await expectContactsEntry(firstPage.page, 'Kontakte');
    await firstPage.page.reload();
    await expectContactsEntry(firstPage.page, 'Leute');
  });

  const secondPage = await openMemberPage();
  await test.step('another browser gets the release after the login', async () => {
    await secondPage.page.reload();
    await expectContactsEntry(secondPage.page, 'Leute');
  });

  await test.step('a member who leaves beta gets the release that all have', async () => {
    await pressInSettings(firstPage.page, leave, enter);
    await firstPage.page.reload();
    await expectContactsEntry(firstPage.page, 'Kontakte');
  });

  expect([...firstPage.consoleErrors, ...secondPage.consoleErrors]).toEqual([]);
  for (const { context } of [firstPage, secondPage]) await context.close();
  rmSync(folder, { recursive: true });
});
