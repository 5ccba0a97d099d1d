/** A random number generator from 0 to 1 with a word as its seed: a picture is the same whenever it is drawn. */
export const createRandom = (word: string): (() => number) => {
  let state = 2_166_136_261;
  for (const sign of word) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};
