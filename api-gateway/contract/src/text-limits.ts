import * as z from '@mahlzeit/contract/zod';
import { oneLineOf, readableLinesOf, textLength } from './typed-text';

/** Average number of UTF-16 code units that a character may have at most. The emoji of a family has eleven. */
const MAX_CODE_UNITS_PER_CHARACTER = 20;

/** Maximum number of UTF-16 code units of a typed name before its forbidden characters are removed. */
export const MAX_UNCLEANED_LENGTH = 2_000;

/**
 * Returns a check that a text has at most `maxLength` characters as people see them. It also limits the code units, so
 * that a few characters can't have thousands of accents.
 */
export const atMostCharacters = (maxLength: number) =>
  [
    // Refuses a text with too many code units at once, because it takes long to count the characters of a large text.
    z.maxLength(maxLength * MAX_CODE_UNITS_PER_CHARACTER, { abort: true }),
    z.refine<string>((text) => textLength(text) <= maxLength),
  ] as const;

/**
 * Puts a text into one line. A line break in the text could otherwise begin another header of an e-mail, or another
 * line of a list.
 */
export const inOneLine = () => z.overwrite<string>(oneLineOf);

/** Removes the control characters of a text except its line breaks. */
export const inReadableLines = () => z.overwrite<string>(readableLinesOf);
