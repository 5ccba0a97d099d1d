import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { startDevServer } from '../../fixtures/dev-server';
import { renameRelease } from '../../fixtures/renamed-release';
import { runRelease } from '../../world/release-command';
import { watchConsoleErrors } from '../../world/console-errors';
import { dialogOf, openDrawer } from '../../world/locators';
import { builtProductFolder } from '../../world/product';
import { startInventedWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';
import { findAxeViolations } from '../screens/axe-look';

/** Each test has gateways of its own that let testers see stored releases. */
const test = testInWorld(() => startInventedWorld({ settings: { RELEASE_OVERRIDES: 'store' } }));

const REMOTE = 'mf-social';
const PHONE = { width: 360, height: 740 };

/** Opens a browser of its own, with its own cookies. */
const openBrowser = async (browser: Browser, baseURL: string) => {
  const context = await browser.newContext({ baseURL });
  await context.addInitScript(
    "if (location.protocol !== 'about:') localStorage.setItem('mahlzeit.downloadOffered', '1')",
  );
  return { context, page: await context.newPage(), consoleErrors: watchConsoleErrors(context) };
};

const contactsEntry = async (page: Page, label: string) =>
  (await openDrawer(page)).getByRole('link', { name: label, exact: true });

const badgeOf = (page: Page) => page.getByRole('region', { name: 'Hinweis für QA' });
const badgeOpener = (page: Page) => badgeOf(page).getByRole('button', { name: /Teile dieser Seite zeigen/ });
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Teile dieser Seite' });
const remoteIn = (page: Page) => panelOf(page).getByRole('region', { name: REMOTE });

/** Opens the screen of a shared link, which belongs to the remote, without waiting for the screen. */
const openSharedLink = (page: Page): Promise<void> =>
  page.evaluate(() => location.assign('#sharedinvitation/unbekannt'));
const sharedLinkOf = (page: Page) => dialogOf(page, 'Kommst du mit zum Mittag?');

test('a tester sees another release in one browser, and takes it back', async ({ browser, ownWorld: world }) => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-override-'));
  const candidate = renameRelease(join(builtProductFolder, REMOTE, 'dist'), folder, {
    hash: 'abcdef012345',
    screen: 'contacts',
    label: 'Leute',
  });
  await runRelease(world, ['publish', folder]);
  const tester = await openBrowser(browser, world.url);
  const guest = await openBrowser(browser, world.url);

  await test.step('by the address', async () => {
    await tester.page.goto(`/restaurants?remote.social=${candidate}`);
    await expect(tester.page).toHaveURL(`${world.url}/restaurants`);
    await expect(badgeOf(tester.page)).toContainText('Nicht wie bei Gästen: ein Teil geändert');
    await expect(await contactsEntry(tester.page, 'Leute')).toBeVisible();
    await tester.page.keyboard.press('Escape');
    await guest.page.goto('/restaurants');
    await expect(await contactsEntry(guest.page, 'Kontakte')).toBeVisible();
    await expect(badgeOf(guest.page)).toHaveCount(0);
  });

  await test.step('the panel says so, in both colour schemes and by the keyboard', async () => {
    await badgeOpener(tester.page).focus();
    await tester.page.keyboard.press('Enter');
    await expect(panelOf(tester.page).getByRole('heading', { name: 'Teile dieser Seite' })).toBeFocused();
    await expect(remoteIn(tester.page).getByRole('combobox')).toHaveValue(candidate);
    await expect(panelOf(tester.page)).toContainText('noch 60 Min.');
    expect(await findAxeViolations(tester.page)).toEqual([]);
    await tester.page.emulateMedia({ colorScheme: 'dark' });
    // After a reload the panel for testers opens together with the page, in the dark or light scheme that was chosen
    // before.
    await tester.page.reload();
    await expect(panelOf(tester.page).getByRole('heading', { name: 'Teile dieser Seite' })).toBeFocused();
    expect(await findAxeViolations(tester.page, { isRecoloured: true })).toEqual([]);
    await tester.page.keyboard.press('Escape');
    await expect(panelOf(tester.page)).toHaveCount(0);
    await expect(badgeOpener(tester.page)).toBeFocused();
  });

  await test.step('until it is reset', async () => {
    await badgeOf(tester.page).getByRole('button', { name: 'Zurücksetzen' }).click();
    await expect(badgeOf(tester.page)).toHaveCount(0);
    await expect(await contactsEntry(tester.page, 'Kontakte')).toBeVisible();
  });

  expect([...tester.consoleErrors.lines, ...guest.consoleErrors.lines]).toEqual([]);
  await Promise.all([tester.context.close(), guest.context.close()]);
  rmSync(folder, { recursive: true });
});

test('a release that does not exist changes nothing but a message', async ({ page }) => {
  await page.goto('/restaurants?remote.social=9.9.9');
  await expect(page.getByText('mf-social: Die Version 9.9.9 gibt es hier nicht.')).toBeVisible();
  await expect(badgeOf(page)).toHaveCount(0);
  await expect(await contactsEntry(page, 'Kontakte')).toBeVisible();
});

test('the panel triggers faults and takes a remote out of the page', async ({ page, consoleErrors }) => {
  await page.goto('/restaurants?qa');
  await test.step('a fault', async () => {
    await remoteIn(page)
      .getByRole('button', { name: /kein Fehler/ })
      .click();
    await remoteIn(page).getByRole('radio', { name: '503' }).check();
    await expect(badgeOf(page)).toContainText('ein Teil geändert');
    await expect(remoteIn(page)).toContainText('antwortet 503');
    await page.keyboard.press('Escape');
    await openSharedLink(page);
    await expect(page.getByRole('dialog').getByRole('button', { name: /noch einmal|erneut/i })).toBeVisible({
      timeout: 20_000,
    });
  });
  await test.step('the fault ends', async () => {
    // The message is a modal dialog, which covers the whole page, so the test closes it.
    await page.keyboard.press('Escape');
    await badgeOpener(page).click();
    await panelOf(page).getByRole('button', { name: 'Alles zurücksetzen' }).click();
    // The test opens an unknown shared link, which the gateway answers with 404.
    consoleErrors.expect(/status of 404 .*\/api\/invitations\/shared\//);
    await expect(badgeOf(page)).toHaveCount(0);
    await openSharedLink(page);
    await expect(sharedLinkOf(page).getByRole('heading', { level: 2 })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sharedLinkOf(page)).toHaveCount(0);
  });
  await test.step('a remote is switched off', async () => {
    await remoteIn(page).getByRole('switch').uncheck();
    await expect(remoteIn(page)).toContainText('aus');
    await expect(badgeOf(page)).toContainText('ein Teil geändert');
    await expect((await openDrawer(page)).getByRole('link', { name: 'Kontakte', exact: true })).toHaveCount(0);
  });
});

test('on a phone, the badge stands beside the content and above no button at the lower edge', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/restaurants?remote.social=off');
  const box = await badgeOf(page).boundingBox();
  expect(box).toMatchObject({ x: 0 });
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(PHONE.height / 2);
  expect(box?.width).toBeLessThan(72);
  await badgeOpener(page).click();
  expect(await panelOf(page).boundingBox()).toMatchObject({ x: 0, y: 0, ...PHONE });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});

test('a dev server shows its edits inside the real product, without a reload', async ({ browser }) => {
  // The dev server builds the remote twice on a machine that runs other tests as well.
  test.setTimeout(300_000);
  const remote = await startDevServer();
  const devOrigin = new URL(remote.url).origin;
  // The first request starts the build for the whole product.
  expect((await fetch(`${devOrigin}/release.json`)).status).toBe(200);
  const world = await startInventedWorld({ settings: { RELEASE_OVERRIDES: devOrigin } });
  const tester = await openBrowser(browser, world.url);
  tester.consoleErrors.expect(/status of 404 .*\/api\/invitations\/shared\//);
  let loadCount = 0;
  tester.page.on('load', () => (loadCount += 1));
  await tester.page.goto(`/restaurants?remote.social=${devOrigin}`);
  await openSharedLink(tester.page);
  await expect(sharedLinkOf(tester.page)).toContainText('Diesen Link gibt es nicht mehr');
  remote.edit(
    'src/features/shared-invitation/locales/de.json',
    'Diesen Link gibt es nicht mehr',
    'Diesen Link gab es einmal',
  );
  await expect(sharedLinkOf(tester.page)).toContainText('Diesen Link gab es einmal', { timeout: 120_000 });
  expect(loadCount).toBe(1);
  expect(tester.consoleErrors.lines).toEqual([]);
  await tester.context.close();
  await world.stop();
  await remote.stop();
});
