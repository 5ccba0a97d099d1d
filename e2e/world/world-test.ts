import { expect, test as base } from '@playwright/test';
import type { ConsoleErrors } from './console-errors';
import { watchConsoleErrors } from './console-errors';
import type { World } from './start-world';
import { ARCISSTRASSE, startInventedWorld } from './start-world';

interface WorldFixtures {
  /** Whatever the browser complains of fails the test, unless the test expected it. */
  readonly consoleErrors: ConsoleErrors;
  /** True: a phone is offered the app at start, as a real one is; else this visit has seen the offer. */
  readonly offersDownload: boolean;
}

interface WorkerFixtures {
  /** The invented canteens, one world for all tests of a worker: a test leaves it as it found it. */
  readonly world: World;
}

/** The three widths that the product is looked at. */
export const SCREENS = [
  { device: 'phone', viewport: { width: 360, height: 740 } },
  { device: 'tablet', viewport: { width: 820, height: 1180 } },
  { device: 'desktop', viewport: { width: 1440, height: 900 } },
] as const;

/** Starts a world of invented canteens, and stops it after the tests that share it. */
export const provideInventedWorld = async ({ browserName: _any }: { browserName: string }, provide: (world: World) => Promise<void>): Promise<void> => {
  const world = await startInventedWorld();
  await provide(world);
  await world.stop();
};

/** Tests of the whole product in a browser whose visitor stands on the Arcisstraße. */
export const test = base.extend<WorldFixtures, WorkerFixtures>({
  world: [provideInventedWorld, { scope: 'worker', timeout: 60_000 }],
  baseURL: ({ world }, provide) => provide(world.url),
  geolocation: ARCISSTRASSE,
  permissions: ['geolocation'],
  offersDownload: [false, { option: true }],
  context: async ({ context, offersDownload }, provide) => {
    // The empty page before the first has no storage.
    if (!offersDownload) await context.addInitScript("if (location.protocol !== 'about:') sessionStorage.setItem('mahlzeit.downloadOffered', '1')");
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

export { expect };
