import { closeAnnouncements } from '../world/company';
import { becomeMember, signIn, verifyEmailAddress } from '../world/sign-in';
import { AFTERNOON_TIME } from '../world/start-world';
import type { World } from '../world/start-world';
import { expect, test as base } from '../world/world-test';
import type { WalkStop } from '../remotes/walk-stop';
import type { Town } from '../remotes/towns';
import { TOWNS, findTown } from '../remotes/towns';

/** Options of a Playwright project of the walk, which takes screenshots of all screens in one town. */
export interface WalkOptions {
  /** Name of the town, as in `TOWNS`. */
  readonly town: string;
}

interface WalkFixtures {
  readonly place: Town;
  /** Signs in the user that a stop (a screen to photograph) names in its field `as`. */
  readonly enter: (as: NonNullable<WalkStop['as']>) => Promise<void>;
}

const WORKER_FIXTURE = { scope: 'worker', timeout: 120_000 } as const;

/**
 * Returns the fixture that starts the town at a point in time (ISO 8601). Without a point in time the town starts at
 * noon.
 */
const createWorldFixture =
  (startTime?: string) =>
  async ({ town }: WalkOptions, provideWorld: (world: World) => Promise<void>): Promise<void> => {
    const world = await findTown(town).start(startTime);
    await provideWorld(world);
    await world.stop();
  };

/** Tests that take the screenshots of the walk in a town at noon. */
export const test = base.extend<WalkFixtures, WalkOptions>({
  town: [TOWNS[0].name, { scope: 'worker', option: true }],
  world: [createWorldFixture(), WORKER_FIXTURE],
  lateWorld: [createWorldFixture(AFTERNOON_TIME), WORKER_FIXTURE],
  place: ({ town }, provideValue) => provideValue(findTown(town)),
  geolocation: ({ town }, provideValue) => provideValue(findTown(town).at),
  enter: ({ context, world, place: { resident } }, provideValue) =>
    provideValue(async (as) => {
      if (as !== 'resident') {
        const person = await becomeMember(context);
        if (as === 'member') await verifyEmailAddress(world, person);
        return;
      }
      if (resident === undefined) throw new Error('The town has no resident');
      await signIn(context, resident);
      // Notifications are closed, because they would cover parts of the screenshot.
      await closeAnnouncements(world, resident);
    }),
});

/** Tests that take the screenshots of the walk in a town in the afternoon. */
export const lateTest = test.extend({ baseURL: ({ lateWorld }, provideValue) => provideValue(lateWorld.url) });

export { expect };
