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

/** Time after which the shell gives up a script that sends nothing, and a little more (minutes:seconds). */
const PAST_SILENCE = '00:09';

interface Cell {
  readonly page: Page;
  readonly remote: Remote;
  readonly faults: FaultyRemote;
}

const MAIN_REMOTE: Remote = 'mf-discovery';

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menü öffnen' });

/** Waits for the error view. */
const waitForFallback = async (page: Page, isSilent: boolean): Promise<void> => {
  await expect(async () => {
    if (isSilent) await page.clock.fastForward(PAST_SILENCE);
    await expect(retryButton(page)).toBeVisible({ timeout: isSilent ? 400 : 30_000 });
  }).toPass({ timeout: 40_000 });
};

/** Leaves the error view of a dialog; the focus returns to the button that opened it. */
const leaveFallback = async ({ page, remote }: Cell): Promise<void> => {
  if (remote === MAIN_REMOTE) return;
  await expect(retryButton(page)).toBeFocused();
  await remoteTestsOf(remote).landmark.leave(page);
  await expect(menuButton(page)).toBeFocused();
};

/** Checks the remote after its repair: it works, in the same page, and the focus is where it belongs. */
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
  /** Only the passing of time shows the error view, because a request hangs. */
  readonly isSilent?: boolean;
  /** The visitor tries again before the repair. */
  readonly hasSecondTry?: boolean;
}

const checkFailingRemote = async (
  cell: Cell,
  { isSilent = false, hasSecondTry = false }: FailureOptions = {},
): Promise<void> => {
  const { page, remote, faults } = cell;
  const { landmark } = remoteTestsOf(remote);
  await page.goto('/restaurants');
  const timeOrigin = await readTimeOrigin(page);
  // The scripts of the other remotes, that of the map included, must be there before the clock jumps, or the jump would
  // give them up, too.
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

/** A slow line shows no error: the page waits, says so, and shows the remote in the end. */
const checkSlowRemote = async ({ page, remote }: Cell): Promise<void> => {
  const { landmark } = remoteTestsOf(remote);
  const slowLoadingMessage = page.getByRole('status').filter({ hasText: 'Das dauert länger als sonst.' });
  // With a query the page has no prerendered list, which a visitor could use while the scripts come.
  // Its `load` event would wait for the slow files.
  await page.goto('/restaurants?matrix=1', { waitUntil: 'commit' });
  const timeOrigin = await readTimeOrigin(page);
  await landmark.enter(page);
  // The page requests the files of its main remote before the shell runs, so its list may be there before the wait is
  // long.
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

/** Breaks one remote in each way, one page after another. Returns one line for each cell that doesn't hold. */
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
