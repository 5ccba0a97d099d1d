import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { renameRelease } from '../../fixtures/renamed-release';
import { watchConsoleErrors } from '../../world/console-errors';
import { dialogOf, openDrawer, readTimeOrigin, retryButton } from '../../world/locators';
import { builtProductFolder } from '../../world/product';
import { createTeamCommandRunner, runRelease } from '../../world/release-command';
import { startInventedWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';

/** Each test has a gateway of its own, because the tests change the releases that the gateway delivers. */
const test = testInWorld(startInventedWorld);

const REMOTE = 'mf-social';

/** Longest permitted time in ms from the release command's answer until a new visitor's page has the release. */
const MAX_DELIVERY_MS = 1_000;

const contactsEntry = async (page: Page, label: string) =>
  (await openDrawer(page)).getByRole('link', { name: label, exact: true });

/** Opens a screen of the remote, which loads the remote's entry and further scripts. */
const openSharedLink = async (page: Page, name: string): Promise<void> => {
  await page.evaluate((hash) => location.assign(`#${hash}`), `sharedinvitation/${name}`);
  await expect(dialogOf(page, 'Kommst du mit zum Mittag?').getByRole('heading', { level: 2 })).toBeVisible();
};

test('a fresh gateway lists the remotes of its checkout with channel, version, share and health', async ({
  ownWorld: world,
}) => {
  const rows: unknown = JSON.parse(await runRelease(world, ['list', '--json']));
  expect(rows).toEqual(
    ['mf-account', 'mf-discovery', 'mf-ordering', 'mf-social'].map((name) => ({
      name,
      channel: 'stable',
      version: expect.stringMatching(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/),
      share: 100,
      publishedAt: expect.any(Number),
      health: expect.objectContaining({ visitors: 0, failures: 0, withdrawnAt: null }),
    })),
  );
});

test('a team publishes its remote, takes it back and delivers it again beside open pages, with its own token', async ({
  browser,
  ownWorld: world,
}) => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-release-'));
  const newVersion = renameRelease(join(builtProductFolder, REMOTE, 'dist'), folder, {
    hash: 'abcdef012345',
    screen: 'contacts',
    label: 'Leute',
  });
  const runAsTeam = await createTeamCommandRunner(world, REMOTE);
  const context = await browser.newContext({ baseURL: world.url });
  const consoleErrors = watchConsoleErrors(context);
  // The test opens an unknown shared link, which the gateway answers with 404.
  consoleErrors.expect(/status of 404 .*\/api\/invitations\/shared\//);
  const requestedEntries = new Set<string>();
  context.on('request', (request) => {
    if (request.url().includes(`/remotes/${REMOTE}/remoteEntry.`)) requestedEntries.add(request.url());
  });
  const openPage = async (): Promise<Page> => {
    const page = await context.newPage();
    await page.goto('/restaurants');
    return page;
  };
  /** Waits until a new visitor gets a version of the remote, and returns the milliseconds that this took. */
  const waitForDelivery = async (version: string): Promise<number> => {
    const startMs = performance.now();
    await expect
      .poll(async () => (await fetch(`${world.url}/registry.json`)).text(), { intervals: [20] })
      .toContain(version);
    return performance.now() - startMs;
  };
  const formerVersion = (await runRelease(world, ['list', REMOTE])).split(' ')[0] ?? '';

  const formerPage = await openPage();
  await expect(await contactsEntry(formerPage, 'Kontakte')).toBeVisible();

  await test.step('new pages get the published release, an open page stays as it is', async () => {
    await runAsTeam('publish', folder, '--channel', 'stable');
    expect(await waitForDelivery(newVersion)).toBeLessThan(MAX_DELIVERY_MS);
    const newPage = await openPage();
    await expect(await contactsEntry(newPage, 'Leute')).toBeVisible();
    await newPage.keyboard.press('Escape');
    await openSharedLink(newPage, 'eins');
    expect([...requestedEntries]).toEqual([expect.stringContaining('remoteEntry.abcdef012345.js')]);
    await newPage.close();
  });

  await test.step('after the way back, new pages get the former release', async () => {
    await runAsTeam('rollback', REMOTE);
    expect(await waitForDelivery(formerVersion)).toBeLessThan(MAX_DELIVERY_MS);
    const newPage = await openPage();
    await expect(await contactsEntry(newPage, 'Kontakte')).toBeVisible();
    await newPage.keyboard.press('Escape');
    await openSharedLink(newPage, 'zwei');
    const [, formerEntry, ...moreEntries] = requestedEntries;
    expect(formerEntry).not.toContain('abcdef012345');
    expect(moreEntries).toEqual([]);
    await newPage.close();
  });

  await test.step('the gateway starts again without undoing this', async () => {
    consoleErrors.expect(/WebSocket|ERR_CONNECTION_REFUSED/);
    await world.kill();
    await world.restart();
    expect(await (await fetch(`${world.url}/registry.json`)).text()).toContain(formerVersion);
    await runAsTeam('promote', REMOTE, newVersion);
    expect(await waitForDelivery(newVersion)).toBeLessThan(MAX_DELIVERY_MS);
  });

  expect(consoleErrors.lines).toEqual([]);
  await context.close();
  rmSync(folder, { recursive: true });
});

test('a page that meets a broken release shows the last good one instead, without a reload', async ({
  page,
  consoleErrors,
  ownWorld: world,
}) => {
  consoleErrors.expect(/This release is broken|LoadError|status of 404 .*\/api\/invitations\/shared\//);
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-release-'));
  const change = {
    hash: 'badbadbadbad',
    screen: 'contacts',
    label: 'Leute',
    statement: 'throw new Error("This release is broken.");',
  };
  const brokenVersion = renameRelease(join(builtProductFolder, REMOTE, 'dist'), folder, change);
  const goodVersion = (await runRelease(world, ['list', REMOTE])).split(' ')[0] ?? '';
  await runRelease(world, ['publish', folder, '--channel', 'stable']);
  await expect
    .poll(async () => (await fetch(`${world.url}/registry.json`)).text(), { intervals: [20] })
    .toContain(brokenVersion);

  await page.goto('/restaurants');
  const timeOrigin = await readTimeOrigin(page);
  const registryRequest = page.waitForRequest((request) => request.url().includes('/registry.json?failed='));
  await openSharedLink(page, 'eins');
  expect(new URL((await registryRequest).url()).searchParams.get('failed')).toBe(`${REMOTE}@${brokenVersion}`);
  await expect(retryButton(page)).toHaveCount(0);
  expect(await readTimeOrigin(page)).toBe(timeOrigin);
  // The gateway still delivers the broken release. Only the page that noticed the failure loads the earlier release
  // instead.
  const registryText = await (await fetch(`${world.url}/registry.json`)).text();
  expect(registryText).toContain(brokenVersion);
  expect(registryText).not.toContain(goodVersion);
  rmSync(folder, { recursive: true });
});
