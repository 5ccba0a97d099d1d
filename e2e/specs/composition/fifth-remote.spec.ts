import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { login } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import { notify } from '../../../api-gateway/src/modules/notifications';
import { openDatabase } from '../../../api-gateway/src/platform/database/open-database';
import { createSqliteDialect } from '../../../api-gateway/src/platform/database/sqlite-dialect';
import {
  addProbeRemote,
  PROBE_REMOTE,
  PROBE_NOTIFICATION_KIND,
  PROBE_PATH,
  PROBE_TITLE,
} from '../../fixtures/fifth-remote';
import type { CheckoutCopy } from '../../fixtures/checkout-copy';
import { copyCheckout } from '../../fixtures/checkout-copy';
import { dialogOf, openDrawer } from '../../world/locators';
import { BUILT_FOLDERS } from '../../world/product';
import { registerMember, signIn, verifyEmailAddress } from '../../world/sign-in';
import type { Person } from '../../world/sign-in';
import { startInventedWorld } from '../../world/start-world';
import type { World } from '../../world/start-world';
import { expect, test as base } from '../../world/world-test';
import { startPreviewIn } from '../alone/preview';

const BUILD_COMMAND = ['e2e/world/build-product.mjs', ['--all']] as const;
const builtPackages = (buildOutput: string): readonly string[] =>
  [...buildOutput.matchAll(/^Baue (\S+) …$/gm)].map(([, packageName = '']) => packageName);

/** Text of the notification that the test sends. */
const PROBE_NOTIFICATION_TEXT = 'Probe fertig: Sieh nach.';

/** A little more than the time for which a page shows a notification (minutes:seconds). */
const PAST_NOTIFICATION = '00:15';

/**
 * Writes a notification for a member into the database next to the running gateway, as a module of the gateway would.
 */
const notifyMember = async ({ url, databaseFile }: World, notifiedPerson: Person): Promise<void> => {
  const loginResponse = await fetch(url + login.path, {
    method: login.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(notifiedPerson),
  });
  const { uid } = login.answer.parse(await loginResponse.json()).account;
  const database = openDatabase({
    dialect: createSqliteDialect({ file: databaseFile, driver: 'better-sqlite3' }),
    realNow: Date.now,
  });
  const [notificationTitle, notificationText] = PROBE_NOTIFICATION_TEXT.split(': ');
  await database.write((transaction) =>
    notify(transaction, {
      uid,
      kind: PROBE_NOTIFICATION_KIND,
      title: notificationTitle ?? '',
      text: notificationText ?? '',
      route: 'probe/neu',
      sent: Date.now(),
    }),
  );
  await database.close();
};

const test = base.extend<{ readonly checkout: CheckoutCopy }>({
  checkout: async ({ browserName: _any }, provide) => {
    const checkout = copyCheckout(BUILT_FOLDERS);
    await provide(checkout);
    checkout.remove();
  },
  // The test opens pages of servers that it starts itself, so it needs its own browser context.
  hasOwnContext: true,
});

test('a fifth remote is built, runs alone, conforms and is composed by its one folder, and leaves with it', async ({
  page,
  browser,
  checkout,
}) => {
  test.setTimeout(360_000);

  await test.step('nothing else is built', () => {
    expect(builtPackages(checkout.run(...BUILD_COMMAND))).toEqual([]);
    addProbeRemote(checkout);
    expect(builtPackages(checkout.run(...BUILD_COMMAND))).toEqual([PROBE_REMOTE]);
  });

  await test.step('the size check knows its bound', () => {
    // Only the size budget of this remote is checked here; the budgets of other packages have their own check.
    const measureScript = `const { measureSizes } = require('./shared-ui/build/size-budgets.ts');
      console.log(JSON.stringify(measureSizes(process.cwd()).find(({ figure }) => figure === '${PROBE_REMOTE}: probe')));`;
    const sizeBudgetReport: unknown = JSON.parse(checkout.run('node_modules/tsx/dist/cli.mjs', ['-e', measureScript]));
    expect(sizeBudgetReport).toMatchObject({ isWithinBound: true, bound: 44_000 });
  });

  await test.step('conforms', () => {
    const jestReport = checkout.run(
      'node_modules/jest/bin/jest.js',
      ['-c', '../jest.config.mjs', '--selectProjects', PROBE_REMOTE],
      PROBE_REMOTE,
    );
    expect(jestReport).toMatch(/Tests: +\d+ passed/);
  });

  await test.step('its screen cases and walk stops are found', () => {
    expect(checkout.run('node_modules/tsx/dist/cli.mjs', ['e2e/specs/screens/print-checks.ts'])).toMatch(
      /^visitor\tprobe\t/m,
    );
    const playwrightTestList = checkout.run('node_modules/@playwright/test/cli.js', [
      'test',
      '--config',
      'e2e/walk/playwright.config.ts',
      '--list',
    ]);
    expect(playwrightTestList).toContain('probe: nothing is complained of');
  });

  await test.step('runs alone', async () => {
    const preview = await startPreviewIn(checkout.folder, PROBE_REMOTE);
    await page.goto(preview.url);
    await expect(dialogOf(page, PROBE_TITLE)).toBeVisible();
    await page.goto('about:blank');
    await preview.stop();
  });

  await test.step('claims no name of another remote', () => {
    checkout.run('node_modules/tsx/dist/cli.mjs', ['shared-ui/build/check-declarations.ts']);
  });

  const world = await startInventedWorld({ product: checkout.folder });

  await test.step('is composed, with its title', async () => {
    await page.goto(`${world.url}/restaurants#probe`);
    await expect(dialogOf(page, PROBE_TITLE)).toBeVisible();
    await expect(page.getByText('Hier entsteht ein neuer Teil von Mahlzeit.')).toBeVisible();
    // The shell finds the new remote's own slot in the registry.
    await expect(page.getByText('Guten Appetit, lieber Gast!')).toBeVisible();
    await expect(page).toHaveTitle(`${PROBE_TITLE} · Mahlzeit`);
  });

  await test.step('has its place in the drawer', async () => {
    await page.goto(`${world.url}/restaurants`);
    const drawerDialog = await openDrawer(page);
    const accountLinks = drawerDialog.getByRole('list', { name: 'Konto' }).getByRole('link');
    await expect(accountLinks).toHaveText([
      'Nachrichten',
      'Bestellungen',
      PROBE_TITLE,
      'Einladungen',
      'Kontakte',
      'Gutscheine',
    ]);
    await expect(accountLinks.nth(2).locator('svg > *')).not.toHaveCount(0);
    await accountLinks.nth(2).click();
    await expect(dialogOf(page, PROBE_TITLE)).toBeVisible();
  });

  await test.step('has shared links', async () => {
    const answer = await page.goto(`${world.url}/${PROBE_PATH}/a%2Fb`);
    expect(answer?.status()).toBe(200);
    await expect(dialogOf(page, PROBE_TITLE)).toContainText('Guten Appetit, a/b!');
    expect(page.url()).toBe(`${world.url}/restaurants#probe/a%2Fb`);
  });

  await test.step('has notifications that stay open until their screen is visited', async () => {
    const person = await registerMember(world);
    await verifyEmailAddress(world, person);
    const openMemberPage = async (): Promise<Page> => {
      const browserContext = await browser.newContext({ baseURL: world.url });
      await signIn(browserContext, person);
      const memberPage = await browserContext.newPage();
      await memberPage.clock.install();
      await memberPage.goto('/restaurants');
      return memberPage;
    };
    const notificationsOn = (memberPage: Page) => memberPage.getByRole('region', { name: 'Meldungen' });

    const firstPage = await openMemberPage();
    await notifyMember(world, person);
    await expect(notificationsOn(firstPage)).toContainText(PROBE_NOTIFICATION_TEXT);
    await firstPage.clock.fastForward(PAST_NOTIFICATION);
    await expect(notificationsOn(firstPage)).not.toContainText(PROBE_NOTIFICATION_TEXT);
    await firstPage.context().close();

    // On the first page the notification has disappeared without a visit to the screen to which it leads. The gateway
    // would have closed a notification whose kind no remote declares; this notification must still be open on a second
    // page.
    const secondPage = await openMemberPage();
    await expect(notificationsOn(secondPage)).toContainText(PROBE_NOTIFICATION_TEXT);
    const closeResponse = secondPage.waitForResponse(
      (response) => response.url().endsWith('/api/users/me/notifications') && response.request().method() === 'PATCH',
    );
    await notificationsOn(secondPage).getByRole('button', { name: 'Ansehen' }).press('Enter');
    await expect(dialogOf(secondPage, PROBE_TITLE)).toContainText('Guten Appetit, neu!');
    expect((await closeResponse).ok()).toBe(true);
    await secondPage.context().close();
  });

  await page.goto('about:blank');
  await world.stop();

  await test.step('leaves with its folder', async () => {
    rmSync(join(checkout.folder, PROBE_REMOTE), { recursive: true });
    expect(builtPackages(checkout.run(...BUILD_COMMAND))).toEqual([]);
    const worldWithoutProbe = await startInventedWorld({ product: checkout.folder });
    const registryText = await (await fetch(`${worldWithoutProbe.url}/registry.json`)).text();
    expect(registryText).toContain('mf-account');
    expect(registryText).not.toContain(PROBE_REMOTE);
    await worldWithoutProbe.stop();
  });
});
