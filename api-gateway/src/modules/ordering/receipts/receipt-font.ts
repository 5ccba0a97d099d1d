import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as inter from '@expo-google-fonts/inter';
import { create } from 'fontkit';

/** Font file, and a check which characters it can show. */
export interface ReceiptFont {
  readonly bytes: Buffer;
  shows(codePoint: number): boolean;
}

/** Weights in the names of the package's fonts, which are `Inter_400Regular` and so on. */
type Weight = keyof typeof inter extends infer Face ? (Face extends `Inter_${infer W}` ? W : never) : never;

const fileOf = (weight: Weight): string =>
  createRequire(import.meta.url).resolve(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`);

const openFont = (weight: Weight): ReceiptFont => {
  const bytes = readFileSync(fileOf(weight));
  // A set, because a search in the font file takes some 20 µs for each character.
  const characters = new Set(create(bytes).characterSet);
  return { bytes, shows: (codePoint) => characters.has(codePoint) };
};

/** Fonts of a receipt. */
export interface ReceiptFonts {
  readonly regular: ReceiptFont;
  readonly bold: ReceiptFont;
}

let fonts: ReceiptFonts | null = null;

/**
 * Returns the fonts, which are read at the first call. Reading the files blocks the thread, so the function runs in a
 * drawing thread.
 */
export const receiptFonts = (): ReceiptFonts => {
  fonts ??= { regular: openFont('400Regular'), bold: openFont('600SemiBold') };
  return fonts;
};

// Character that replaces a character which the font can't show.
const UNKNOWN = '?';
const LONGEST = 300;
// Emoji and their parts: skin tones, flags, and frames around digits.
const PICTURE = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{M}]$/u;
const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{C}]$/u;

/**
 * Prepares a text for a font: puts it into one line, removes emoji and control characters, and replaces a letter that
 * the font lacks by its base letter.
 */
export const printable = (text: string, { shows }: Pick<ReceiptFont, 'shows'>): string => {
  const isShown = (sign: string): boolean => shows(sign.codePointAt(0) ?? 0);
  const characters = [...text.normalize('NFC').replace(/[^\S\u00a0]+/g, ' ')]
    .map((sign) => {
      if (UNSEEN.test(sign)) return '';
      if (isShown(sign)) return sign;
      if (PICTURE.test(sign)) return '';
      return [...sign.normalize('NFKD')].filter(isShown).join('') || UNKNOWN;
    })
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim();
  const signs = [...characters];
  return signs.length > LONGEST ? `${signs.slice(0, LONGEST - 1).join('')}…` : characters;
};
