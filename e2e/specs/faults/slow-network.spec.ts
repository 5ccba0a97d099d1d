import type { Page, Route } from '@playwright/test';
import { becomeMember, verifyEmailAddress } from '../../world/sign-in';
import { pressRetry, retryButton } from '../../world/locators';
import { expect, test } from '../../world/world-test';
import { testsOf } from '../../remotes/load-remote-tests';
import { expectOthersToWork } from './member';

const FILE_PATTERNS = { entry: /\/remotes\/mf-social\/remoteEntry\./, chunk: /\/remotes\/mf-social\/(?!remoteEntry)/ };

const FAULT_HANDLERS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
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
const PAST_TIMEOUT = '00:09';

for (const [faultName, fault] of Object.entries(FAULT_HANDLERS)) {
  test.describe(faultName, () => {
    // The tests move the clock of the page, so they need their own browser context.
    test.use({ hasOwnContext: true });

    for (const [file, pattern] of Object.entries(FILE_PATTERNS)) {
      test(`keeps the others working while the ${file} of mf-social ${faultName}, and shows it without reload afterwards`, async ({
        page,
        context,
        world,
        consoleErrors,
      }) => {
        consoleErrors.expect(/\/remotes\/mf-social\/|Loading script failed|ChunkLoadError|LoadError/);
        await verifyEmailAddress(world, await becomeMember(context));
        await page.clock.install();
        const repairFiles = await breakFiles(page, pattern, fault);
        let loadCount = 0;
        page.on('load', () => (loadCount += 1));
        await page.goto('/');
        await expect(testsOf('mf-discovery').landmark.shown(page)).toBeVisible();
        const { landmark } = testsOf('mf-social');
        const expectRetryAfterEntering = async (): Promise<void> => {
          await landmark.enter(page);
          await expect(async () => {
            await page.clock.fastForward(PAST_TIMEOUT);
            await expect(retryButton(page)).toBeVisible({ timeout: 500 });
          }).toPass({ timeout: 20_000 });
        };

        await expectRetryAfterEntering();
        await landmark.leave(page);
        await expectOthersToWork(page, 'mf-social');

        await expectRetryAfterEntering();
        repairFiles();
        await pressRetry(page);
        await expect(landmark.shown(page)).toBeVisible({ timeout: 20_000 });
        expect(loadCount).toBe(1);
      });
    }
  });
}
