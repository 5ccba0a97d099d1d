import * as z from '@mahlzeit/contract/zod';
import { oneLineOf, readableLinesOf, textLength } from './typed-text';

/** Code units of UTF-16 that a character may have on average. The emoji of a family has eleven. */
const MAX_CODE_UNITS_PER_CHARACTER = 20;

/** Code units of a name before its forbidden characters are removed. */
export const MAX_UNCLEANED_LENGTH = 2_000;

/** Checks that a text has at most `maxLength` characters as people see them, and isn't larger than such texts are. */
export const atMostCharacters = (maxLength: number) =>
  [
    // Nobody waits until a text is counted that is too large in any case.
    z.maxLength(maxLength * MAX_CODE_UNITS_PER_CHARACTER, { abort: true }),
    z.refine<string>((text) => textLength(text) <= maxLength),
  ] as const;

/**
 * Puts a text into one line. A line break that came through would begin another header of an e-mail, or another line of
 * a list.
 */
export const inOneLine = () => z.overwrite<string>(oneLineOf);

/** Removes the control characters of a text but its line breaks. */
export const inReadableLines = () => z.overwrite<string>(readableLinesOf);
