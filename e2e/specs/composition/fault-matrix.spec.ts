import type { Browser, Page } from '@playwright/test';
import { remoteTestsOf } from '../../remotes/load-remote-tests';
import { pressRetry, readTimeOrigin, retryButton } from '../../world/locators';
import { REMOTES } from '../../world/product';
import type { Remote } from '../../world/product';
import type { World } from '../../world/start-world';
import { expect, test } from '../../world/world-test';
import { expectOthersToWork, openAsMember } from '../faults/member';
import { findAxeViolations } from '../screens/axe-look';
import type { FaultyRemote } from './remote-faults';
import { FILE_FAULTS, prepareFaults, RELEASE_FAULTS } from './remote-faults';

/**
 * A little more than the time after which the shell stops waiting for a script that sends nothing (minutes:seconds).
 */
const PAST_SILENCE = '00:09';

interface Cell {
  readonly page: Page;
  readonly remote: Remote;
  readonly faults: FaultyRemote;
}

const MAIN_REMOTE: Remote = 'mf-discovery';

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menü öffnen' });

/** Waits for the view that the shell shows in place of a broken screen. */
const waitForFallback = async (page: Page, isSilent: boolean): Promise<void> => {
  await expect(async () => {
    if (isSilent) await page.clock.fastForward(PAST_SILENCE);
    await expect(retryButton(page)).toBeVisible({ timeout: isSilent ? 400 : 30_000 });
  }).toPass({ timeout: 40_000 });
};

/** Closes the error view of a dialog. The focus must return to the button that opened the dialog. */
const leaveFallback = async ({ page, remote }: Cell): Promise<void> => {
  if (remote === MAIN_REMOTE) return;
  await expect(retryButton(page)).toBeFocused();
  await remoteTestsOf(remote).landmark.leave(page);
  await expect(menuButton(page)).toBeFocused();
};

/** Checks that a repaired remote works in the same page, without a reload, and that the focus is where it belongs. */
const expectRecovery = async ({ page, remote }: Cell, timeOrigin: number): Promise<void> => {
  const { landmark } = remoteTestsOf(remote);
  await expect(landmark.shown(page)).toBeVisible({ timeout: 20_000 });
  await expect(retryButton(page)).toHaveCount(0);
  expect(await readTimeOrigin(page)).toBe(timeOrigin);
  if (remote === MAIN_REMOTE) await expect(page.getByRole('main')).toBeFocused();
  else {
    await landmark.leave(page);
    await expect(menuButton(page)).toBeFocused();
  }
};

interface FailureOptions {
  /** True for a fault in which a request hangs: the error view appears only after a waiting time. */
  readonly isSilent?: boolean;
  /** True if the visitor presses the retry button once before the fault is repaired. */
  readonly hasSecondTry?: boolean;
}

const checkFailingRemote = async (
  cell: Cell,
  { isSilent = false, hasSecondTry = false }: FailureOptions = {},
): Promise<void> => {
  const { page, remote, faults } = cell;
  const { landmark } = remoteTestsOf(remote);
  // A file that hangs holds the page's `load` event back.
  await page.goto('/restaurants', { waitUntil: isSilent && remote === MAIN_REMOTE ? 'commit' : 'load' });
  const timeOrigin = await readTimeOrigin(page);
  // The scripts of all other remotes and of the map must be loaded before the test moves the clock. Otherwise the shell
  // would stop waiting for them, too.
  if (isSilent && remote !== MAIN_REMOTE) {
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('region', { name: 'Karte' }).getByRole('button').first()).toBeVisible();
  }
  await landmark.enter(page);
  await waitForFallback(page, isSilent);
  expect(await findAxeViolations(page)).toEqual([]);
  await leaveFallback(cell);
  await expectOthersToWork(page, remote);

  await landmark.enter(page);
  await waitForFallback(page, isSilent);
  if (hasSecondTry) {
    await retryButton(page).press('Enter');
    await waitForFallback(page, isSilent);
    await expect(retryButton(page)).toBeFocused();
  }
  await retryButton(page).focus();
  await faults.repair(page);
  await pressRetry(page);
  await expectRecovery(cell, timeOrigin);
};

/** Checks that a slow line causes no error: the page waits, tells the visitor so, and shows the remote in the end. */
const checkSlowRemote = async ({ page, remote }: Cell): Promise<void> => {
  const { landmark } = remoteTestsOf(remote);
  const slowLoadingMessage = page.getByRole('status').filter({ hasText: 'Das dauert länger als sonst.' });
  // A page whose URL has a query contains no prerendered list, which a visitor could use while the scripts load. Its
  // `load` event would wait for the slow files.
  await page.goto('/restaurants?matrix=1', { waitUntil: 'commit' });
  const timeOrigin = await readTimeOrigin(page);
  await landmark.enter(page);
  // The page requests the files of its main remote before the shell runs, so the list may appear before the shell says
  // that loading takes long.
  const answer = remote === MAIN_REMOTE ? slowLoadingMessage.or(landmark.shown(page)).first() : slowLoadingMessage;
  await expect(answer).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  if (remote !== MAIN_REMOTE) {
    await landmark.leave(page);
    await expect(menuButton(page)).toBeFocused();
  }
  await expectOthersToWork(page, remote);
  if (remote !== MAIN_REMOTE) await landmark.enter(page);
  await expect(landmark.shown(page).or(retryButton(page)).first()).toBeVisible({ timeout: 60_000 });
  await expect(retryButton(page)).toHaveCount(0);
  await expect(landmark.shown(page)).toBeVisible();
  expect(await readTimeOrigin(page)).toBe(timeOrigin);
};

const cellChecks: Readonly<Record<string, (cell: Cell) => Promise<void>>> = {
  ...Object.fromEntries(
    Object.entries(FILE_FAULTS).map(([name, fault]) => [
      name,
      (cell: Cell) => {
        cell.faults.breakFiles(fault);
        if (name === 'slow, 5 s a file') return checkSlowRemote(cell);
        return checkFailingRemote(cell, { isSilent: name === 'hang', hasSecondTry: name === '503' });
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(RELEASE_FAULTS).map(([name, fault]) => [
      name,
      (cell: Cell) => {
        cell.faults.breakRelease(fault);
        return checkFailingRemote(cell);
      },
    ]),
  ),
};

/**
 * Breaks one remote in every way, each in a page of its own. Returns one line for each combination of remote and fault
 * that fails.
 */
const checkRemote = async (browser: Browser, world: World, remote: Remote): Promise<string[]> => {
  const context = await openAsMember(browser, world);
  const faults = await prepareFaults(context, world.url, remote);
  const failedCells: string[] = [];
  for (const [faultName, check] of Object.entries(cellChecks)) {
    const page = await context.newPage();
    await page.clock.install();
    await check({ page, remote, faults }).catch((error: unknown) =>
      failedCells.push(`${remote}, ${faultName}: ${String(error)}`),
    );
    await faults.repair(page);
    await page.close();
  }
  await context.close();
  return failedCells;
};

test('each remote may fail in each way: the others stay usable, and it recovers without a reload', async ({
  browser,
  world,
}) => {
  test.setTimeout(600_000);
  const failedCells = (await Promise.all(REMOTES.map((remote) => checkRemote(browser, world, remote)))).flat();
  const cellCount = REMOTES.length * Object.keys(cellChecks).length;
  console.log(`Fault matrix: ${cellCount - failedCells.length} of ${cellCount}`);
  expect(failedCells).toEqual([]);
  expect(cellCount).toBe(40);
});
