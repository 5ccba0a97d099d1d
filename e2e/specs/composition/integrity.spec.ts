import { pressRetry, retryButton } from '../../world/locators';
import { expect, test } from './composition-test';

const ENTRY_PATTERN_OF_B = /^\/remotes\/mf-social\/remoteEntry\./;
const CHUNK_PATTERN_OF_B = /^\/remotes\/mf-social\/(?!remoteEntry)/;

test('runs the whole flow without one violation of the policy', async ({ pageOfA: { page, open }, consoleErrors }) => {
  await open('dialog');
  await page.keyboard.press('Escape');
  await open('second');
  await expect(page.getByRole('dialog', { name: 'Zweiter Dialog' })).toBeVisible();
  expect(consoleErrors).toEqual({ violations: [], exceptions: [] });
});

for (const [fileKind, filePattern] of [
  ['entry', ENTRY_PATTERN_OF_B],
  ['chunk', CHUNK_PATTERN_OF_B],
] as const) {
  test(`refuses a ${fileKind} with other bytes than the registry promises, and takes it once it is right`, async ({
    page,
    composition,
    pageOfA,
    consoleErrors,
  }) => {
    composition.breakFile(filePattern, 'tampered');
    await pageOfA.open('dialog');
    await expect(retryButton(page).last()).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Dialog B' })).toHaveCount(0);
    await pageOfA.expectAlive();
    expect(consoleErrors.violations).toEqual([]);

    composition.repairFiles();
    await pressRetry(page);
    await expect(page.getByRole('dialog', { name: 'Dialog B' })).toBeVisible();
  });
}

test('refuses a chunk that the registry does not name, without asking the server for it', async ({
  page,
  composition,
  pageOfA,
  consoleErrors,
}) => {
  composition.omitFiles(CHUNK_PATTERN_OF_B);
  const previousRequestCount = composition.requestedPaths().length;
  await pageOfA.reloadPage();
  await pageOfA.open('dialog');
  await expect(retryButton(page).last()).toBeVisible();
  await pageOfA.expectAlive();
  expect(
    composition
      .requestedPaths()
      .slice(previousRequestCount)
      .filter((path) => CHUNK_PATTERN_OF_B.test(path)),
  ).toEqual([]);
  expect(consoleErrors).toEqual({ violations: [], exceptions: [] });
});

test('lets no script in that was made past the factory', async ({ pageOfA: { page } }) => {
  const scriptOutcome = await page.evaluate(() => {
    try {
      document.createElement('script').src = '/evil.js';
      return 'let in';
    } catch (error) {
      return error instanceof TypeError ? 'refused' : String(error);
    }
  });
  expect(scriptOutcome).toBe('refused');
});
