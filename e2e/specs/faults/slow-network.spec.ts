import type { Page, Route } from '@playwright/test';
import { watchConsoleErrors } from '../../world/console-errors';
import { birthOf } from '../../world/locators';
import { expect, test } from '../../world/world-test';
import { expectOthersToWork, openAsMember, PLACES, retryButton } from './member';

const FILES = { entry: /\/remotes\/mf-social\/remoteEntry\./, chunk: /\/remotes\/mf-social\/(?!remoteEntry)/ };

const FAULTS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'answers 503': (route) => route.fulfill({ status: 503 }),
  'never answers': () => new Promise(() => undefined),
};

/** Breaks what matches until the answer is called. What hangs by then hangs on: only what is asked for anew comes, so that nothing but a press brings it back. */
const breakFiles = async (page: Page, pattern: RegExp, fault: (route: Route) => Promise<void>): Promise<() => void> => {
  let isBroken = true;
  await page.route(pattern, (route) => (isBroken ? fault(route) : route.continue()));
  return () => {
    isBroken = false;
  };
};

const openPage = async (page: Page): Promise<number> => {
  await page.goto('/');
  await expect(PLACES['mf-discovery'].shown(page)).toBeVisible();
  return birthOf(page);
};

for (const [file, pattern] of Object.entries(FILES)) {
  for (const [how, fault] of Object.entries(FAULTS)) {
    test(`keeps the others working while the ${file} of mf-social ${how}, and shows it without reload afterwards`, async ({ browser, world }) => {
      const context = await openAsMember(browser, world);
      const consoleErrors = watchConsoleErrors(context);
      consoleErrors.expect(/\/remotes\/mf-social\/|Loading script failed|ChunkLoadError|LoadError/);
      const page = await context.newPage();
      const mend = await breakFiles(page, pattern, fault);
      const birth = await openPage(page);
      const place = PLACES['mf-social'];

      await place.enter(page);
      await expect(retryButton(page)).toBeVisible({ timeout: 20_000 });
      await place.leave(page);
      await expectOthersToWork(page, 'mf-social');

      await place.enter(page);
      await expect(retryButton(page)).toBeVisible({ timeout: 20_000 });
      mend();
      await retryButton(page).click();
      await expect(place.shown(page)).toBeVisible({ timeout: 20_000 });
      expect(await birthOf(page)).toBe(birth);
      expect(consoleErrors.lines).toEqual([]);
      await context.close();
    });
  }
}
