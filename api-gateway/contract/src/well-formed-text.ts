// The page's first script contains the functions of this file (ADR 7). Other functions for texts lie elsewhere, because
// that script has no room for their patterns.

/**
 * Replaces halves of characters (lone surrogates), which no encoding can store, by the replacement character. All other
 * texts stay as they are.
 */
export const toWellFormedText = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');

/** Returns whether a text has no halves of characters (lone surrogates). The gateway refuses all other texts. */
export const isWellFormedText = (text: string): boolean => !/\p{Surrogate}/u.test(text);
