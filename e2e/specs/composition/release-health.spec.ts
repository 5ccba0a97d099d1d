import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anonymousSession, ReleaseAct, ReleaseHealth, reportReleaseEvents } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { renameRelease } from '../../fixtures/renamed-release';
import { dialogOf } from '../../world/locators';
import { builtProductFolder } from '../../world/product';
import { runRelease } from '../../world/release-command';
import { waitForMail } from '../../world/sandbox';
import { startInventedWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';

/** Each test has a gateway of its own, because the tests change the releases that the gateway delivers. */
const test = testInWorld(startInventedWorld);

const REMOTE = 'mf-social';
const TEAM_EMAIL = 'team-social@mahlzeit.test';
const BROKEN_HASH = 'badbadbadbad';

/**
 * Time within which a page must have reported a failure to the gateway. Pages collect failures for five seconds before
 * they send them.
 */
const REPORT_TIMEOUT_MS = 30_000;

const openSharedLink = (page: Page): Promise<void> =>
  page.evaluate((hash) => location.assign(`#${hash}`), 'sharedinvitation/eins');

test('a release that throws for everybody is taken back at the twentieth visitor, whose browser reports it', async ({
  browser,
  ownWorld: world,
}) => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-release-'));
  const brokenVersion = renameRelease(join(builtProductFolder, REMOTE, 'dist'), folder, {
    hash: BROKEN_HASH,
    screen: 'contacts',
    label: 'Leute',
    statement: 'throw new Error("This release is broken.");',
  });
  const readRegistry = async (): Promise<string> => (await fetch(`${world.url}/registry.json`)).text();
  const readHealth = async (version: string) =>
    z
      .array(ReleaseHealth)
      .parse(JSON.parse(await runRelease(world, ['health', REMOTE, '--json'])))
      .find((health) => health.version === version);
  const formerVersion = (await runRelease(world, ['list', REMOTE])).split(' ')[0] ?? '';
  await runRelease(world, ['token', REMOTE, '--mail', TEAM_EMAIL]);
  await runRelease(world, ['publish', folder, '--channel', 'stable']);
  await expect.poll(readRegistry).toContain(brokenVersion);

  await test.step('nineteen visitors report that it throws', async () => {
    for (let visitor = 0; visitor < 19; visitor += 1) {
      const { idToken } = await world.api.call(anonymousSession, { body: {} });
      const event = { name: REMOTE, version: brokenVersion, kind: 'failed', phase: 'entry' } as const;
      await world.api.call(reportReleaseEvents, { body: { events: [event] }, token: idToken });
    }
    expect(await readRegistry()).toContain(brokenVersion);
  });

  const context = await browser.newContext({ baseURL: world.url });
  await test.step('the twentieth visitor opens a screen of the remote', async () => {
    const page = await context.newPage();
    await page.goto('/restaurants');
    const whenRequested = page.waitForRequest((request) => request.url().includes(`remoteEntry.${BROKEN_HASH}`));
    await openSharedLink(page);
    await whenRequested;
    await expect.poll(readRegistry, { timeout: REPORT_TIMEOUT_MS }).not.toContain(brokenVersion);
    expect(await readRegistry()).toContain(formerVersion);
    await page.close();
  });

  await test.step('the next page works, and reports that the former release has loaded', async () => {
    const page = await context.newPage();
    await page.goto('/restaurants');
    await openSharedLink(page);
    await expect(dialogOf(page, 'Kommst du mit zum Mittag?').getByRole('heading', { level: 2 })).toBeVisible();
    await expect
      .poll(async () => (await readHealth(formerVersion))?.loads, { timeout: REPORT_TIMEOUT_MS })
      .toBeGreaterThan(0);
    await page.close();
  });

  await test.step('health, the log of acts and a mail to the team tell it', async () => {
    expect(await readHealth(brokenVersion)).toMatchObject({
      failures: 20,
      phases: { entry: 20 },
      withdrawnAt: expect.any(Number),
    });
    const auditedActs = z.array(ReleaseAct).parse(JSON.parse(await runRelease(world, ['audit', REMOTE, '--json'])));
    expect(auditedActs[0]).toMatchObject({ act: 'withdraw', by: 'gateway', version: brokenVersion });
    expect((await waitForMail(world, TEAM_EMAIL, /ist zurückgenommen/)).text).toContain(formerVersion);
  });

  await context.close();
  rmSync(folder, { recursive: true });
});
