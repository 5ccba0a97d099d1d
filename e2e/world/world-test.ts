import type { Page } from '@playwright/test';
import type { ConsoleErrors } from './console-errors';
import { watchConsoleErrors } from './console-errors';
import { registerUndo } from './shared-contexts';
import { expect, test as base } from './shared-test';
import type { World } from './start-world';
import { ARCISSTRASSE_POSITION } from './start-world';

interface WorldFixtures {
  /** Errors that the browser reports. Each error fails the test, unless the test has called `expect` for it. */
  readonly consoleErrors: ConsoleErrors;
  /**
   * True: the start page offers the app to a phone, as on its first visit. False: the device has already seen the
   * offer.
   */
  readonly offersDownload: boolean;
}

/** Three window sizes in which most flows are tested. */
export const SCREEN_SIZES = [
  { device: 'phone', viewport: { width: 360, height: 740 } },
  { device: 'tablet', viewport: { width: 820, height: 1180 } },
  { device: 'desktop', viewport: { width: 1440, height: 900 } },
] as const;

/**
 * Runs the same flow in each window size, on the same page without a reload. The flow must leave the page in the state
 * in which it started.
 */
export const inEachScreenSize = async (
  page: Page,
  runFlow: (screenSize: (typeof SCREEN_SIZES)[number]) => Promise<void>,
): Promise<void> => {
  for (const screenSize of SCREEN_SIZES) {
    await base.step(screenSize.device, async () => {
      await page.setViewportSize(screenSize.viewport);
      await runFlow(screenSize);
    });
  }
};

/** Test function for tests of the whole product in a browser whose position is the Arcisstraße. */
export const test = base.extend<WorldFixtures>({
  baseURL: ({ world }, provide) => provide(world.url),
  geolocation: ARCISSTRASSE_POSITION,
  permissions: ['geolocation'],
  offersDownload: [false, { option: true }],
  context: async ({ context, offersDownload }, provide) => {
    // The blank page before the first navigation has no localStorage.
    if (!offersDownload)
      registerUndo(
        context,
        await context.addInitScript(
          "if (location.protocol !== 'about:') localStorage.setItem('mahlzeit.downloadOffered', '1')",
        ),
      );
    await provide(context);
  },
  consoleErrors: [
    async ({ context }, provide) => {
      const consoleErrors = watchConsoleErrors(context);
      await provide(consoleErrors);
      expect(consoleErrors.lines).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Creates a test function whose tests each start a gateway of their own, because they need other options or leave data
 * behind that other tests can't use.
 */
export const testInWorld = (startOwnWorld: () => Promise<World>) =>
  test.extend<{ readonly ownWorld: World }>({
    ownWorld: [
      async ({ browserName: _browserName }, provide) => {
        const world = await startOwnWorld();
        await provide(world);
        await world.stop();
      },
      { timeout: 120_000 },
    ],
    baseURL: ({ ownWorld }, provide) => provide(ownWorld.url),
  });

export { expect };
export type { Locator, Page, Route } from '@playwright/test';
