import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { renameRelease } from '../../fixtures/renamed-release';
import { startGatewayProcess } from '../../world/gateway-process';
import { openDrawer } from '../../world/locators';
import { builtProductFolder } from '../../world/product';
import { createTeamCommandRunner } from '../../world/release-command';
import { startInventedWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';
import { openTab, readStoredPage, waitForStoredApp } from './stored-app';

const test = testInWorld(startInventedWorld);
test.use({ hasOwnContext: true, serviceWorkers: 'allow' });

const isAppShown = (page: Page) => expect(page.getByRole('button', { name: 'Menü öffnen' })).toBeVisible();

test('opens the app from the device while the network is gone or the gateway is down', async ({
  context,
  ownWorld: world,
  consoleErrors,
}) => {
  consoleErrors.expect(/net::|status of 50\d|WebSocket/);
  const page = await openTab(context, `${world.url}/restaurants`);
  await waitForStoredApp(page);

  await context.setOffline(true);
  await page.reload();
  await isAppShown(page);
  await isAppShown(await openTab(context, `${world.url}/`));
  await context.setOffline(false);

  await world.kill();
  await page.reload();
  await isAppShown(page);
  // Pages without the shell, such as `/partner`, aren't available offline.
  await expect(openTab(context, `${world.url}/partner`)).rejects.toThrow('ERR_CONNECTION_REFUSED');
});

test('keeps an open page with its builds when a remote is released, and keeps the new builds from a new page on', async ({
  context,
  ownWorld: world,
  consoleErrors,
}) => {
  test.slow();
  consoleErrors.expect(/net::|WebSocket/);
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-release-'));
  const version = renameRelease(join(builtProductFolder, 'mf-social', 'dist'), folder, {
    hash: 'abcdef012345',
    screen: 'contacts',
    label: 'Leute',
  });
  const runAsTeam = await createTeamCommandRunner(world, 'mf-social');

  const oldPage = await openTab(context, `${world.url}/restaurants`);
  await waitForStoredApp(oldPage);
  await runAsTeam('publish', folder, '--channel', 'stable');
  rmSync(folder, { recursive: true });
  const newPage = await openTab(context, `${world.url}/restaurants`);
  await waitForStoredApp(newPage, version);

  await context.setOffline(true);
  await expect((await openDrawer(oldPage)).getByRole('link', { name: 'Kontakte', exact: true })).toBeVisible();
  await newPage.reload();
  await isAppShown(newPage);
  expect(await newPage.locator('#registry').textContent()).toContain(version);
});

test('removes worker and caches from a browser when the operator switches the worker off', async ({
  context,
  ownWorld: world,
  consoleErrors,
}) => {
  // The other gateway, which runs without the service worker, has a database that doesn't know the visitor.
  consoleErrors.expect(/net::|WebSocket|status of 401/);
  const formerPage = await openTab(context, `${world.url}/restaurants`);
  await waitForStoredApp(formerPage);
  await formerPage.close();
  await world.stop();
  const dataFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-off-'));
  const gateway = await startGatewayProcess(builtProductFolder, {
    DATA_DIR: dataFolder,
    MAHLZEIT_WORLD: 'empty',
    PORT: new URL(world.url).port,
    SERVICE_WORKER: 'off',
  });
  const page = await openTab(context, `${world.url}/restaurants`);
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0);
  expect(await readStoredPage(page)).toBeNull();
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await gateway.endProcess('SIGTERM');
  rmSync(dataFolder, { recursive: true });
});
