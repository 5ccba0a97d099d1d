/** Numbers from 0 to 1 that follow from a word, each call the next: so that a picture is the same whenever it is drawn. */
export const lotsOf = (word: string): (() => number) => {
  let state = 2_166_136_261;
  for (const letter of word) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};
