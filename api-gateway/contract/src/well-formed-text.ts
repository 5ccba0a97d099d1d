// The page's first script contains these functions (ADR 7). The segmenter and the patterns of names aren't in it.

/**
 * Replaces halves of characters (lone surrogates), which no encoding can store, by the replacement character. All other
 * texts stay as they are.
 */
export const toWellFormedText = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');

/** Returns whether a text has no halves of characters (lone surrogates). The gateway refuses all other texts. */
export const isWellFormedText = (text: string): boolean => !/\p{Surrogate}/u.test(text);
