import type { Page, Route } from '@playwright/test';
import { becomeMember, verify } from '../../world/sign-in';
import { pressRetry, retryButton } from '../../world/locators';
import { expect, test } from '../../world/world-test';
import { testsOf } from '../../remotes/load-remote-tests';
import { expectOthersToWork } from './member';

const FILES = { entry: /\/remotes\/mf-social\/remoteEntry\./, chunk: /\/remotes\/mf-social\/(?!remoteEntry)/ };

const FAULTS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'answers 503': (route) => route.fulfill({ status: 503 }),
  'never answers': () => new Promise(() => undefined),
};

/**
 * Applies a fault to all requests whose URL matches, until the returned function is called. Requests that hang by then
 * keep hanging and only new requests succeed, so that only a press of the retry button shows the screen.
 */
const breakFiles = async (page: Page, pattern: RegExp, fault: (route: Route) => Promise<void>): Promise<() => void> => {
  let isBroken = true;
  await page.route(pattern, (route) => (isBroken ? fault(route) : route.continue()));
  return () => {
    isBroken = false;
  };
};

/** Longest time for which the shell waits for a screen, including all its retries (minutes:seconds). */
const TOO_LONG = '00:09';

for (const [faultName, fault] of Object.entries(FAULTS)) {
  test.describe(faultName, () => {
    // The tests move the clock of the page, so they need their own browser context.
    test.use({ hasOwnContext: true });

    for (const [file, pattern] of Object.entries(FILES)) {
      test(`keeps the others working while the ${file} of mf-social ${faultName}, and shows it without reload afterwards`, async ({
        page,
        context,
        world,
        consoleErrors,
      }) => {
        consoleErrors.expect(/\/remotes\/mf-social\/|Loading script failed|ChunkLoadError|LoadError/);
        await verify(world, await becomeMember(context));
        await page.clock.install();
        const repairFiles = await breakFiles(page, pattern, fault);
        let loadCount = 0;
        page.on('load', () => (loadCount += 1));
        await page.goto('/');
        await expect(testsOf('mf-discovery').landmark.shown(page)).toBeVisible();
        const { landmark } = testsOf('mf-social');
        const enterInVain = async (): Promise<void> => {
          await landmark.enter(page);
          await expect(async () => {
            await page.clock.fastForward(TOO_LONG);
            await expect(retryButton(page)).toBeVisible({ timeout: 500 });
          }).toPass({ timeout: 20_000 });
        };

        await enterInVain();
        await landmark.leave(page);
        await expectOthersToWork(page, 'mf-social');

        await enterInVain();
        repairFiles();
        await pressRetry(page);
        await expect(landmark.shown(page)).toBeVisible({ timeout: 20_000 });
        expect(loadCount).toBe(1);
      });
    }
  });
}
