import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as inter from '@expo-google-fonts/inter';
import { create } from 'fontkit';

/** A font file, and a function that checks which characters the font can show. */
export interface ReceiptFont {
  readonly bytes: Buffer;
  shows(codePoint: number): boolean;
}

/** Weights in the names of the package's fonts, which are `Inter_400Regular` and so on. */
type FontWeight = keyof typeof inter extends infer Face ? (Face extends `Inter_${infer W}` ? W : never) : never;

const fontPathOf = (weight: FontWeight): string =>
  createRequire(import.meta.url).resolve(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`);

const openReceiptFont = (weight: FontWeight): ReceiptFont => {
  const bytes = readFileSync(fontPathOf(weight));
  // Stores the font's characters in a set, because a search in the font file takes some 20 µs for each character.
  const codePoints = new Set(create(bytes).characterSet);
  return { bytes, shows: (codePoint) => codePoints.has(codePoint) };
};

export interface ReceiptFonts {
  readonly regular: ReceiptFont;
  readonly bold: ReceiptFont;
}

let cachedFonts: ReceiptFonts | null = null;

/**
 * Returns the fonts of receipts, which are read from files at the first call. Reading blocks the thread, so the
 * function runs in a drawing thread.
 */
export const loadReceiptFonts = (): ReceiptFonts => {
  cachedFonts ??= { regular: openReceiptFont('400Regular'), bold: openReceiptFont('600SemiBold') };
  return cachedFonts;
};

// Character that replaces a character which the font can't show.
const REPLACEMENT_CHARACTER = '?';
const MAX_PRINTED_CHARACTERS = 300;
// Pattern of emoji and their parts: skin tones, flags, and frames around digits.
const EMOJI_PATTERN = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{M}]$/u;
const INVISIBLE_PATTERN = /^[\p{Default_Ignorable_Code_Point}\p{C}]$/u;

/**
 * Prepares a text for a font: puts it into one line, removes emoji and control characters, and replaces a letter that
 * the font lacks by its base letter.
 */
export const toPrintable = (text: string, { shows }: Pick<ReceiptFont, 'shows'>): string => {
  const isInFont = (character: string): boolean => shows(character.codePointAt(0) ?? 0);
  const printableText = [...text.normalize('NFC').replace(/[^\S\u00a0]+/g, ' ')]
    .map((character) => {
      if (INVISIBLE_PATTERN.test(character)) return '';
      if (isInFont(character)) return character;
      if (EMOJI_PATTERN.test(character)) return '';
      return [...character.normalize('NFKD')].filter(isInFont).join('') || REPLACEMENT_CHARACTER;
    })
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim();
  const printableCharacters = [...printableText];
  return printableCharacters.length > MAX_PRINTED_CHARACTERS
    ? `${printableCharacters.slice(0, MAX_PRINTED_CHARACTERS - 1).join('')}…`
    : printableText;
};
