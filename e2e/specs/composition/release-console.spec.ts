import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { renameRelease } from '../../fixtures/renamed-release';
import { builtProductFolder } from '../../world/product';
import { runRelease } from '../../world/release-command';
import { startInventedWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';
import { findAxeViolations } from '../screens/axe-look';
import { findProblemsInWindow, resetZoomAndText, resizeToWindow, WINDOWS } from '../screens/windows';

/** Each test has a gateway of its own, because the tests change the releases that the gateway delivers. */
const test = testInWorld(startInventedWorld);

const REMOTE = 'mf-social';

/** Hash of the second release. */
const NEW_HASH = 'abcdef012345';

const VIEWPORTS = { phone: { width: 360, height: 740 }, desk: { width: 1440, height: 900 } };

const signIn = async (page: Page, token: string): Promise<void> => {
  await page.getByLabel('Schlüssel deines Teams').fill(token);
  await page.getByRole('button', { name: 'Anmelden' }).click();
};

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

const expectRightInEveryWindow = async (page: Page): Promise<void> => {
  for (const screenWindow of WINDOWS) {
    await resizeToWindow(page, screenWindow);
    expect.soft(await findProblemsInWindow(page, screenWindow), screenWindow.name).toEqual([]);
  }
  await resetZoomAndText(page);
  await page.setViewportSize(VIEWPORTS.desk);
};

const expectNoSidewaysScroll = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

test('a team sees its releases, promotes one and takes it back, on a phone and at a desk', async ({
  page,
  ownWorld: world,
  consoleErrors,
}) => {
  test.slow();
  // The gateway answers a wrong token with 401, and with 404 a remote without visits, which has no health data.
  consoleErrors.expect(/status of (401|404) /);
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-release-'));
  const newVersion = renameRelease(join(builtProductFolder, REMOTE, 'dist'), folder, {
    hash: NEW_HASH,
    screen: 'contacts',
    label: 'Leute',
  });
  const formerVersion = (await runRelease(world, ['list', REMOTE])).split(' ')[0] ?? '';
  const token = await runRelease(world, ['token', REMOTE, '--note', 'social-ci']);
  const readDelivered = async (): Promise<string> => (await fetch(`${world.url}/registry.json`)).text();

  await test.step('only a token opens the page', async () => {
    await page.setViewportSize(VIEWPORTS.desk);
    await page.goto('/releases');
    await signIn(page, `mzr_${'a'.repeat(43)}`);
    await expect(page.getByText(/gilt nicht oder nicht mehr/)).toBeVisible();
    await expectRightInEveryWindow(page);
    await signIn(page, token);
    await expect(page.getByText(`social-ci · du bewegst nur ${REMOTE}`)).toBeVisible();
    await expect(rowOf(page, REMOTE)).toContainText(formerVersion);
    await expect(rowOf(page, 'mf-discovery')).toContainText('sieht nur das Team');
    expect(await page.context().cookies()).toEqual([]);
  });

  await test.step('a published release appears by itself, with its differences', async () => {
    await runRelease(world, ['publish', folder, '--gateway', world.url], { RELEASE_TOKEN: token });
    await expect(rowOf(page, REMOTE)).toContainText(NEW_HASH, { timeout: 15_000 });
    await expect(page.getByRole('row', { name: /^Andere Dateien/ })).toContainText('1 neu, 1 weg');
    await expectRightInEveryWindow(page);
  });

  await test.step('it is promoted at a desk, after one question', async () => {
    await page.getByRole('button', { name: 'Freigeben' }).click();
    await page.getByText('100\u00a0%', { exact: true }).last().click();
    await expect(page.getByText(/^Jetzt 0\s%, dann 100\s%\./)).toBeVisible();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Für alle freigeben' }).dblclick();
    await expect(page.getByText(`${newVersion} bekommen jetzt alle.`)).toBeVisible();
    expect(await readDelivered()).toContain(newVersion);
    await expect(page.getByRole('button', { name: 'Freigeben', exact: true })).toBeFocused();
    const auditOutput = await runRelease(world, ['audit', REMOTE]);
    expect(auditOutput.split('\n').filter((line) => line.includes('promote'))).toHaveLength(1);
  });

  await test.step('it is taken back on a phone, where the details are a step of their own', async () => {
    await page.setViewportSize(VIEWPORTS.phone);
    await expectNoSidewaysScroll(page);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: REMOTE, exact: true }).click();
    await expect(page.getByRole('heading', { level: 2, name: REMOTE })).toBeFocused();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: /^Zurücknehmen auf/ }).click();
    expect(await findAxeViolations(page)).toEqual([]);
    await page
      .getByRole('group', { name: `Auf ${formerVersion} zurücknehmen?` })
      .getByRole('button', { name: 'Zurücknehmen' })
      .click();
    await expect(page.getByText(`${formerVersion} bekommen wieder alle.`)).toBeVisible();
    expect(await readDelivered()).toContain(formerVersion);
    await page.goBack();
    await expect(page.getByRole('link', { name: REMOTE, exact: true })).toBeFocused();
    await expect(page.getByRole('region', { name: 'Verlauf' }).getByRole('listitem').first()).toContainText(
      'nach dem Zurücknehmen',
    );
  });

  await test.step('a revoked token signs the open page out', async () => {
    await runRelease(world, ['revoke', REMOTE]);
    await expect(page.getByText(/gilt nicht oder nicht mehr/)).toBeVisible({ timeout: 15_000 });
  });
  rmSync(folder, { recursive: true });
});
