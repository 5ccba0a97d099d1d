import { createRandomGenerator } from '../../world/synthetic-places';

/** Source of pseudo-random choices. */
export interface Random {
  /** Returns a number from 0 to 1. */
  share(): number;
  /** Returns a whole number from 0 to below `bound`. */
  below(bound: number): number;
  /** Returns an item of a list. Throws for an empty list. */
  oneOf<T>(items: readonly T[]): T;
}

/** Creates a source of choices; the same seed gives the same choices. */
export const createRandom = (seed: number): Random => {
  const share = createRandomGenerator(seed);
  const below = (bound: number): number => Math.floor(share() * bound);
  return {
    share,
    below,
    oneOf(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('There is no item to choose');
      return item;
    },
  };
};
