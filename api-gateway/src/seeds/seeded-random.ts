import { createHash } from 'node:crypto';

/** Returns an integer from 0 to 2³²−1 that looks random, but is the same for the same arguments in every database. */
export const seededInteger = (...seedParts: readonly (string | number)[]): number =>
  createHash('sha256').update(JSON.stringify(seedParts)).digest().readUInt32BE(0);

/** Chooses an item of a list. The same `seedParts` always choose the same item. */
export const pickOne = <T>(choices: readonly [T, ...T[]], ...seedParts: readonly (string | number)[]): T =>
  choices[seededInteger(...seedParts) % choices.length] ?? choices[0];

/**
 * Chooses `count` items of a list and returns them in the order of the list; all items when the list has no more. The
 * same `seedParts` always choose the same items.
 */
export const pickSome = <T>(choices: readonly T[], count: number, ...seedParts: readonly (string | number)[]): T[] => {
  const chosenItems = choices
    .map((choiceItem, index) => ({ item: choiceItem, index, rank: seededInteger(index, ...seedParts) }))
    .sort((firstChoice, secondChoice) => firstChoice.rank - secondChoice.rank)
    .slice(0, count);
  return chosenItems.sort((a, b) => a.index - b.index).map(({ item }) => item);
};

/**
 * Creates a generator of random numbers from 0 to 1. The same `seedText` always produces the same numbers, so that a
 * picture is always drawn in the same way.
 */
export const createRandom = (seedText: string): (() => number) => {
  let generatorState = 2_166_136_261;
  for (const character of seedText)
    generatorState = Math.imul(generatorState ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return () => {
    generatorState = (generatorState + 0x6d_2b_79_f5) >>> 0;
    let mixedState = Math.imul(generatorState ^ (generatorState >>> 15), generatorState | 1);
    mixedState ^= mixedState + Math.imul(mixedState ^ (mixedState >>> 7), mixedState | 61);
    return ((mixedState ^ (mixedState >>> 14)) >>> 0) / 4_294_967_296;
  };
};
