import type { Page, Route } from '@playwright/test';
import { becomeMember, verifyEmailAddress } from '../../world/sign-in';
import { pressRetry, retryButton } from '../../world/locators';
import { expect, test } from '../../world/world-test';
import { remoteTestsOf } from '../../remotes/load-remote-tests';
import { expectOthersToWork } from './member';

// Scripts of the remote except its entry: the fault matrix (specs/composition/fault-matrix.spec.ts) covers faults of
// the entry.
const CHUNK_PATTERN = /\/remotes\/mf-social\/(?!remoteEntry)/;

const FAULT_HANDLERS: Readonly<Record<string, (interceptedRoute: Route) => Promise<void>>> = {
  'answers 503': (interceptedRoute) => interceptedRoute.fulfill({ status: 503 }),
  'never answers': () => new Promise(() => undefined),
};

/**
 * Applies a fault to all requests whose URL matches, until the returned function is called. Requests that hang by then
 * keep hanging and only new requests succeed, so that only a press of the retry button shows the screen.
 */
const breakFiles = async (
  page: Page,
  urlPattern: RegExp,
  faultHandler: (interceptedRoute: Route) => Promise<void>,
): Promise<() => void> => {
  let areFilesBroken = true;
  await page.route(urlPattern, (interceptedRoute) =>
    areFilesBroken ? faultHandler(interceptedRoute) : interceptedRoute.continue(),
  );
  return () => {
    areFilesBroken = false;
  };
};

/** Longest time for which the shell waits for a screen, including all its retries (minutes:seconds). */
const DURATION_PAST_TIMEOUT = '00:09';

for (const [faultName, faultHandler] of Object.entries(FAULT_HANDLERS)) {
  test.describe(faultName, () => {
    // The tests move the clock of the page, so they need their own browser context.
    test.use({ hasOwnContext: true });

    test(`keeps the others working while a chunk of mf-social ${faultName}, and shows it without reload afterwards`, async ({
      page,
      context,
      world,
      consoleErrors,
    }) => {
      consoleErrors.expect(/\/remotes\/mf-social\/|Loading script failed|ChunkLoadError|LoadError/);
      await verifyEmailAddress(world, await becomeMember(context));
      await page.clock.install();
      const repairFiles = await breakFiles(page, CHUNK_PATTERN, faultHandler);
      let pageLoadCount = 0;
      page.on('load', () => (pageLoadCount += 1));
      await page.goto('/');
      await expect(remoteTestsOf('mf-discovery').landmark.shown(page)).toBeVisible();
      const { landmark } = remoteTestsOf('mf-social');
      const expectRetryAfterEntering = async (): Promise<void> => {
        await landmark.enter(page);
        await expect(async () => {
          await page.clock.fastForward(DURATION_PAST_TIMEOUT);
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
      expect(pageLoadCount).toBe(1);
    });
  });
}
