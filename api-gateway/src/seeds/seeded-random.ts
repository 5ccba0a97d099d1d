import { createHash } from 'node:crypto';

/** Returns a random number from 0 to 2³²−1 with the words as its seed: the same in every database. */
export const seededInteger = (...seed: readonly (string | number)[]): number =>
  createHash('sha256').update(JSON.stringify(seed)).digest().readUInt32BE(0);

/** Chooses an item of a list by the words. */
export const oneOf = <T>(list: readonly [T, ...T[]], ...seed: readonly (string | number)[]): T =>
  list[seededInteger(...seed) % list.length] ?? list[0];

/** Chooses some items of a list by the words, in the order of the list; all when it has no more. */
export const someOf = <T>(list: readonly T[], count: number, ...seed: readonly (string | number)[]): T[] => {
  const chosenItem = list
    .map((item, index) => ({ item, index, rank: seededInteger(index, ...seed) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count);
  return chosenItem.sort((a, b) => a.index - b.index).map(({ item }) => item);
};

/**
 * Creates a random number generator from 0 to 1 with a word as its seed, so that a picture is always drawn the same.
 */
export const createRandom = (word: string): (() => number) => {
  let state = 2_166_136_261;
  for (const sign of word) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixedState = Math.imul(state ^ (state >>> 15), state | 1);
    mixedState ^= mixedState + Math.imul(mixedState ^ (mixedState >>> 7), mixedState | 61);
    return ((mixedState ^ (mixedState >>> 14)) >>> 0) / 4_294_967_296;
  };
};
