import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { satisfies } from 'semver';
import * as z from 'zod/mini';
import { copyCheckout, copyCommit, findCommitBefore } from '../../fixtures/checkout-copy';
import { copyReportedRelease } from '../../fixtures/renamed-release';
import { watchConsoleErrors } from '../../world/console-errors';
import { dialogOf, openDrawer } from '../../world/locators';
import { BUILT_FOLDERS, builtProductFolder, REMOTES } from '../../world/product';
import { createTeamCommandRunner } from '../../world/release-command';
import { startInventedWorld } from '../../world/start-world';
import type { World } from '../../world/start-world';
import { expect, test as base } from '../../world/world-test';

const REMOTE = 'mf-social';

/** Folders that decide what the shell and the remote contain. A commit that changes none of them makes no release. */
const SOURCE_FOLDERS = ['mf-social/src', 'shared-ui/src', 'shell/src'];

const test = base.extend({ hasOwnContext: true });

const readVersions = (productFolder: string) => {
  const readJson = (file: string): unknown => JSON.parse(readFileSync(join(productFolder, file), 'utf8'));
  const { version, contract: range } = z
    .object({ version: z.string(), contract: z.string() })
    .parse(readJson(`${REMOTE}/dist/release.json`));
  const { contract: shellContract } = z.object({ contract: z.string() }).parse(readJson('shell/dist/shell.json'));
  return { version, range, shellContract };
};

const registryOf = async ({ url }: World): Promise<string> => (await fetch(`${url}/registry.json`)).text();

/** Opens screens of the remote in a new visitor's page: from the drawer, and behind a shared link. */
const expectWorkingRemote = async (browser: Browser, world: World): Promise<void> => {
  const context = await browser.newContext({ baseURL: world.url });
  const consoleErrors = watchConsoleErrors(context);
  consoleErrors.expect(/status of 404 .*\/api\/invitations\/shared\//);
  const page = await context.newPage();
  await page.goto('/restaurants');
  await expect((await openDrawer(page)).getByRole('link', { name: 'Kontakte', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.evaluate(() => location.assign('#sharedinvitation/eins'));
  await expect(dialogOf(page, 'Kommst du mit zum Mittag?').getByRole('heading', { level: 2 })).toBeVisible();
  expect(consoleErrors.lines).toEqual([]);
  await context.close();
};

test('checkouts of two commits publish into one gateway: each remote works with the other shell', async ({
  browser,
}) => {
  test.setTimeout(360_000);
  const formerCommit = findCommitBefore(SOURCE_FOLDERS);
  test.skip(formerCommit === null, 'the clone has no earlier commit');
  const formerCheckout = copyCommit(formerCommit ?? '');
  for (const workspace of ['shell', REMOTE]) formerCheckout.run('shared-ui/build/cli.mjs', ['build'], workspace);
  const releasesFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-releases-'));
  const [former, present] = [readVersions(formerCheckout.folder), readVersions(builtProductFolder)];
  expect(former.version).not.toBe(present.version);

  await test.step('the former remote with the present shell', async () => {
    const world = await startInventedWorld();
    const runAsTeam = await createTeamCommandRunner(world, REMOTE);
    const release = copyReportedRelease(join(formerCheckout.folder, REMOTE, 'dist'), join(releasesFolder, 'former'));
    await runAsTeam('publish', release, '--channel', 'stable');
    await expect.poll(() => registryOf(world)).toContain(former.version);
    await expectWorkingRemote(browser, world);
    await world.stop();
  });

  await test.step('the present remote with the former shell', async () => {
    const product = copyCheckout(BUILT_FOLDERS);
    const isShellNewEnough = satisfies(former.shellContract, present.range);
    // A shell that is too old for this remote may be so for the others, of which the former ones stand beside it then.
    const otherRemotes = isShellNewEnough ? [] : REMOTES.filter((remote) => remote !== REMOTE);
    for (const workspace of otherRemotes) formerCheckout.run('shared-ui/build/cli.mjs', ['build'], workspace);
    for (const folder of ['shell', REMOTE, ...otherRemotes].map((workspace) => `${workspace}/dist`)) {
      rmSync(join(product.folder, folder), { recursive: true });
      cpSync(join(formerCheckout.folder, folder), join(product.folder, folder), { recursive: true });
    }
    const world = await startInventedWorld({ product: product.folder });
    const runAsTeam = await createTeamCommandRunner(world, REMOTE);
    const release = copyReportedRelease(join(builtProductFolder, REMOTE, 'dist'), join(releasesFolder, 'present'));
    const publication = runAsTeam('publish', release, '--channel', 'stable');
    if (isShellNewEnough) {
      await publication;
      await expect.poll(() => registryOf(world)).toContain(present.version);
    } else {
      await expect(publication).rejects.toThrow(
        `braucht den Vertrag ${present.range}, die Shell hat ${former.shellContract}.`,
      );
      expect(await registryOf(world)).toContain(former.version);
    }
    await expectWorkingRemote(browser, world);
    await world.stop();
    product.remove();
  });
  formerCheckout.remove();
  rmSync(releasesFolder, { recursive: true });
});
