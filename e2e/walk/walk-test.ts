import { becomeMember, verify } from '../world/sign-in';
import type { World } from '../world/start-world';
import { expect, test as base } from '../world/world-test';
import type { Town } from './towns';
import { TOWNS, townOf } from './towns';

/** What a project of the walk says. */
export interface WalkOptions {
  /** Name of the town. */
  readonly town: string;
}

interface WalkFixtures {
  readonly place: Town;
  /** Makes the visitor a member; verified unless said otherwise. */
  readonly enter: (options?: { readonly isVerified: boolean }) => Promise<void>;
}

/** Tests that walk through a town. */
export const test = base.extend<WalkFixtures, WalkOptions>({
  town: [TOWNS[0].name, { scope: 'worker', option: true }],
  world: [
    async ({ town }: WalkOptions, provide: (world: World) => Promise<void>) => {
      const world = await townOf(town).start();
      await provide(world);
      await world.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  place: ({ town }, provide) => provide(townOf(town)),
  geolocation: ({ town }, provide) => provide(townOf(town).at),
  enter: ({ context, world }, provide) =>
    provide(async ({ isVerified } = { isVerified: true }) => {
      const person = await becomeMember(context);
      if (isVerified) await verify(world, person);
    }),
});

export { expect };
