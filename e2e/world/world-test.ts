import type { Page } from '@playwright/test';
import type { ConsoleErrors } from './console-errors';
import { watchConsoleErrors } from './console-errors';
import { undoAfterwards } from './shared-contexts';
import { expect, test as base } from './shared-test';
import type { World } from './start-world';
import { ARCISSTRASSE } from './start-world';

interface WorldFixtures {
  /** Console errors of the browser. Each fails the test unless the test expected it. */
  readonly consoleErrors: ConsoleErrors;
  /** True: a phone is offered the app at start, as a real one is; else this device has seen the offer. */
  readonly offersDownload: boolean;
}

/** The three widths that the product is looked at. */
export const SCREENS = [
  { device: 'phone', viewport: { width: 360, height: 740 } },
  { device: 'tablet', viewport: { width: 820, height: 1180 } },
  { device: 'desktop', viewport: { width: 1440, height: 900 } },
] as const;

/**
 * Walks the same flow in each of them, on the page as it stands: one page load serves all three. The flow leaves the
 * page as it found it.
 */
export const inEachWidth = async (
  page: Page,
  flow: (screen: (typeof SCREENS)[number]) => Promise<void>,
): Promise<void> => {
  for (const screen of SCREENS) {
    await base.step(screen.device, async () => {
      await page.setViewportSize(screen.viewport);
      await flow(screen);
    });
  }
};

/** Tests of the whole product in a browser whose visitor stands on the Arcisstraße. */
export const test = base.extend<WorldFixtures>({
  baseURL: ({ world }, provide) => provide(world.url),
  geolocation: ARCISSTRASSE,
  permissions: ['geolocation'],
  offersDownload: [false, { option: true }],
  context: async ({ context, offersDownload }, provide) => {
    // The empty page before the first has no storage.
    if (!offersDownload)
      undoAfterwards(
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

/** Tests each of which has a world for itself: one that differs, or that nobody could go on in afterwards. */
export const testIn = (start: () => Promise<World>) =>
  test.extend<{ readonly ownWorld: World }>({
    ownWorld: [
      async ({ browserName: _any }, provide) => {
        const world = await start();
        await provide(world);
        await world.stop();
      },
      { timeout: 120_000 },
    ],
    baseURL: ({ ownWorld }, provide) => provide(ownWorld.url),
  });

export { expect };
export type { Locator, Page, Route } from '@playwright/test';
