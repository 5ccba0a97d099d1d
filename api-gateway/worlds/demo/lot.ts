import { createHash } from 'node:crypto';

/** A number from 0 to 2³²−1 that follows from the words alone: chance that comes out the same in every world. */
export const lotOf = (...words: readonly (string | number)[]): number => createHash('sha256').update(JSON.stringify(words)).digest().readUInt32BE(0);

/** One of a list, by lot. */
export const oneOf = <T>(list: readonly [T, ...T[]], ...words: readonly (string | number)[]): T => list[lotOf(...words) % list.length] ?? list[0];

/** Some of a list by lot, in the order of the list; all where it has no more. */
export const someOf = <T>(list: readonly T[], count: number, ...words: readonly (string | number)[]): T[] => {
  const drawn = list.map((item, index) => ({ item, index, lot: lotOf(index, ...words) })).sort((a, b) => a.lot - b.lot).slice(0, count);
  return drawn.sort((a, b) => a.index - b.index).map(({ item }) => item);
};
