import { expect, test as base } from '@playwright/test';
import type { LiveLine } from './poor-lines';
import { putBrowserBehindLine } from './poor-lines';
import { startProbedWorld } from './probed-world';
import type { SharedContexts } from './shared-contexts';
import { createSharedContexts, findOpenPage } from './shared-contexts';
import type { Person } from './sign-in';
import { registerMember, verifyEmailAddress } from './sign-in';
import type { World } from './start-world';
import { AFTERNOON_TIME, GATEWAYS_VARIABLE, NOON_TIME, startInventedWorld, startWorld } from './start-world';

interface ContextOptions {
  /**
   * True if the test needs its own browser context, because it changes something that can't be undone, for instance the
   * page's clock.
   */
  readonly hasOwnContext: boolean;
  /** Visitor whose page stays open from one test to the next; null if each test opens its own page. */
  readonly visitor: string | null;
}

/** Options that a project in `playwright.config.ts` sets. */
export interface GatewayOptions {
  /** Number of gateways that each started product of the worker has. Several gateways stand behind a proxy. */
  readonly gatewayCount: number;
  /** Network between all pages of the worker and the gateways. */
  readonly liveLine: LiveLine;
}

// All fixtures of a worker are declared here. A spec with another worker fixture would start another worker with its
// own browser and world.
interface WorkerFixtures extends GatewayOptions {
  /** Browser contexts in which the tests of a worker open their pages. */
  readonly sharedContexts: SharedContexts;
  /**
   * Number of gateways for each product that this worker starts. The fixture only stores the number and has no value
   * itself.
   */
  readonly chosenGateways: undefined;
  /**
   * Running product with the invented canteens, one for all tests of a worker. A test must leave its data unchanged.
   */
  readonly world: World;
  /**
   * Verified member of the product with the invented canteens. All tests of a worker share this member and must not
   * change the account.
   */
  readonly sharedMember: Person;
  /** Running product with the demo town, its users and their data, one for all tests of a worker. */
  readonly demoWorld: World;
  /** Running product with the demo town in the afternoon, when most restaurants have finished lunch. */
  readonly lateWorld: World;
  /** Running product with the demo town at noon, when all restaurants serve lunch. */
  readonly noonWorld: World;
  /**
   * Running product with the demo town and test remotes, which show the inputs that the shell passes between remotes.
   */
  readonly probedWorld: World;
}

const worldFixture =
  (startFixtureWorld: () => Promise<World>) =>
  async (
    { chosenGateways: _chosenGateways }: { readonly chosenGateways: undefined },
    provide: (world: World) => Promise<void>,
  ): Promise<void> => {
    const world = await startFixtureWorld();
    await provide(world);
    await world.stop();
  };

const demoWorldFixture = (startTime?: string) =>
  worldFixture(() => startWorld({ content: 'demo', ...(startTime !== undefined && { now: startTime }) }));

/** Test function whose fixtures start slowly and are therefore shared by all tests of a worker. */
export const test = base.extend<ContextOptions, WorkerFixtures>({
  gatewayCount: [1, { option: true, scope: 'worker' }],
  liveLine: ['sockets', { option: true, scope: 'worker' }],
  browser: [
    async ({ browser, liveLine }, provide) => {
      putBrowserBehindLine(browser, liveLine);
      await provide(browser);
    },
    { scope: 'worker' },
  ],
  chosenGateways: [
    async ({ gatewayCount }, provide) => {
      process.env[GATEWAYS_VARIABLE] = String(gatewayCount);
      await provide(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  world: [worldFixture(startInventedWorld), { scope: 'worker', timeout: 60_000 }],
  sharedMember: [
    async ({ world }, provide) => {
      const member = await registerMember(world);
      await verifyEmailAddress(world, member);
      await provide(member);
    },
    { scope: 'worker' },
  ],
  demoWorld: [demoWorldFixture(), { scope: 'worker', timeout: 120_000 }],
  lateWorld: [demoWorldFixture(AFTERNOON_TIME), { scope: 'worker', timeout: 120_000 }],
  noonWorld: [demoWorldFixture(NOON_TIME), { scope: 'worker', timeout: 120_000 }],
  probedWorld: [worldFixture(startProbedWorld), { scope: 'worker', timeout: 120_000 }],
  sharedContexts: [
    async ({ browser }, provide) => {
      const sharedContexts = createSharedContexts(browser);
      await provide(sharedContexts);
      await sharedContexts.close();
    },
    { scope: 'worker' },
  ],
  hasOwnContext: [false, { option: true }],
  visitor: [null, { option: true }],
  context: async (
    { browser, sharedContexts, baseURL, viewport, geolocation, hasOwnContext, visitor },
    provide,
    testInfo,
  ) => {
    const contextOptions = {
      ...(baseURL !== undefined && { baseURL }),
      viewport,
      ...(geolocation !== undefined && { geolocation }),
    };
    const context = hasOwnContext
      ? await browser.newContext(contextOptions)
      : await sharedContexts.takeContext(contextOptions, visitor);
    await provide(context);
    if (hasOwnContext) await context.close();
    // The page stays open only after a success, because a failed test may leave it in any state.
    else await sharedContexts.returnContext(context, { keepsPage: visitor !== null && testInfo.errors.length === 0 });
  },
  page: async ({ context, visitor }, provide) =>
    provide((visitor === null ? null : findOpenPage(context)) ?? (await context.newPage())),
});

export { expect };
