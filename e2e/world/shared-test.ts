import { expect, test as base } from '@playwright/test';
import { startProbedWorld } from './probed-world';
import type { SharedContexts } from './shared-contexts';
import { createSharedContexts } from './shared-contexts';
import type { Person } from './sign-in';
import { memberElsewhere, verify } from './sign-in';
import type { World } from './start-world';
import { AFTERNOON, NOON, startInventedWorld, startWorld } from './start-world';

interface ContextOptions {
  /**
   * True: the test has a context that no other has, because it changes what can't be undone, the page's clock for
   * instance.
   */
  readonly hasOwnContext: boolean;
}

// All fixtures of a worker are declared here: a spec that added one would begin a worker, with a browser and a world,
// of its own.
interface WorkerFixtures {
  /** Browser contexts in which the tests of a worker open their pages. */
  readonly sharedContexts: SharedContexts;
  /** The invented canteens, one world for all tests of a worker: a test leaves it as it found it. */
  readonly world: World;
  /** Verified member among the invented canteens, one for all tests of a worker that leave the account unchanged. */
  readonly sharedMember: Person;
  /** The demo town with all that its people have, for what it would be dear to lay for each test. */
  readonly demoWorld: World;
  /** The demo town in the afternoon, when most have finished lunch. */
  readonly lateWorld: World;
  /** The demo town when all places serve lunch. */
  readonly noonWorld: World;
  /** The demo town with test remotes, which say what the shell hands from one to another. */
  readonly probedWorld: World;
}

const from =
  (start: () => Promise<World>) =>
  async (
    { browserName: _any }: { readonly browserName: string },
    provide: (world: World) => Promise<void>,
  ): Promise<void> => {
    const world = await start();
    await provide(world);
    await world.stop();
  };

const demoFrom = (now?: string) => from(() => startWorld({ content: 'demo', ...(now !== undefined && { now }) }));

/** Tests that share what is dear to start with all others of their worker. */
export const test = base.extend<ContextOptions, WorkerFixtures>({
  world: [from(startInventedWorld), { scope: 'worker', timeout: 60_000 }],
  sharedMember: [
    async ({ world }, provide) => {
      const member = await memberElsewhere(world);
      await verify(world, member);
      await provide(member);
    },
    { scope: 'worker' },
  ],
  demoWorld: [demoFrom(), { scope: 'worker', timeout: 120_000 }],
  lateWorld: [demoFrom(AFTERNOON), { scope: 'worker', timeout: 120_000 }],
  noonWorld: [demoFrom(NOON), { scope: 'worker', timeout: 120_000 }],
  probedWorld: [from(startProbedWorld), { scope: 'worker', timeout: 120_000 }],
  sharedContexts: [
    async ({ browser }, provide) => {
      const contexts = createSharedContexts(browser);
      await provide(contexts);
      await contexts.close();
    },
    { scope: 'worker' },
  ],
  hasOwnContext: [false, { option: true }],
  context: async ({ browser, sharedContexts, baseURL, viewport, geolocation, hasOwnContext }, provide) => {
    const options = {
      ...(baseURL !== undefined && { baseURL }),
      viewport,
      ...(geolocation !== undefined && { geolocation }),
    };
    const context = hasOwnContext ? await browser.newContext(options) : await sharedContexts.take(options);
    await provide(context);
    if (hasOwnContext) await context.close();
    else await sharedContexts.giveBack(context);
  },
});

export { expect };
