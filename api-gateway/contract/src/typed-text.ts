import { CHAT_MESSAGE_MAX_LENGTH } from './limits';

// Characters that a name must not contain. Allowed are letters, marks, numbers, punctuation and symbols of any
// language; forbidden are control characters, private characters and those that reverse the text direction (S1§5).
const FORBIDDEN_CHARACTERS = /[^\p{L}\p{M}\p{N}\p{P}\p{S} \u200D]/gu;

// Characters of names that count as letters, marks or symbols but are invisible: fillers, and the empty Braille cell.
const INVISIBLE_CHARACTERS = /\u034F|\u17B4|\u17B5|[\u115F\u1160\u2800\u3164\uFFA0]/gu;

// Combining marks (accents) without a letter before them.
const LOOSE_MARKS = /(?<=^| )\p{M}+/gu;

// Combining marks (accents) beyond the number that a letter of any language has. They would cover the texts around the
// name.
const SURPLUS_MARKS = /(?<=\p{M}{8})\p{M}+/gu;

// Zero-width joiners outside of an emoji. They are invisible, so two different names would look the same.
const LOOSE_JOINER = /(?<![\p{Extended_Pictographic}\p{EMod}\uFE0F])\u200D|\u200D(?!\p{Extended_Pictographic})/gu;

/** Removes forbidden characters, surrounding spaces and repeated spaces from a name. */
export const cleanName = (input: string): string =>
  input
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(FORBIDDEN_CHARACTERS, '')
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(LOOSE_MARKS, '')
    .replace(SURPLUS_MARKS, '')
    .replace(LOOSE_JOINER, '')
    .replace(/ +/g, ' ')
    .trim();

const graphemeSegmenter = new Intl.Segmenter('de', { granularity: 'grapheme' });

/**
 * Counts the characters of a text as people see them: the emoji of a family counts as one character, although it is
 * made of several.
 */
export const textLength = (text: string): number => [...graphemeSegmenter.segment(text)].length;

/** Returns the first characters of a text, as people see them. No emoji is cut in half. */
export const firstCharacters = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  return [...graphemeSegmenter.segment(text)]
    .slice(0, maxLength)
    .map(({ segment }) => segment)
    .join('');
};

// Matches a visible character: no space, no ignorable character (DI), no combining mark, no empty Braille cell.
const VISIBLE_CHARACTER = /[^\p{DI}\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\u2800]/u;

/** Trims a message. Returns null when it contains no visible character or is too long (S03). */
export const messageToSend = (input: string): string | null => {
  const text = input.trim();
  return !VISIBLE_CHARACTER.test(text) || textLength(text) > CHAT_MESSAGE_MAX_LENGTH ? null : text;
};

/** Replaces line breaks and other control characters of a text by a space. */
export const oneLineOf = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

/** Removes control characters from a text, but keeps its line breaks, each as one line feed. */
export const readableLinesOf = (text: string): string =>
  text.replace(/\r\n?|[\u0085\p{Zl}\p{Zp}]/gu, '\n').replace(/[^\P{Cc}\n]+/gu, ' ');
