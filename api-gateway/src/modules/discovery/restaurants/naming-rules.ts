import { createHash } from 'node:crypto';

// Replacements of umlauts in German spelling, and of letters that Unicode normalisation doesn't turn into ASCII
// letters.
const REPLACEMENT_BY_CHARACTER: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};
const MAX_SLUG_LENGTH = 80;

/** Converts a text to a part of a URL: lower-case ASCII words joined by hyphens. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßæœøłđı]/g, (specialCharacter) => REPLACEMENT_BY_CHARACTER[specialCharacter] ?? specialCharacter)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/['’`´]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, '');

/**
 * Yields possible routing names (names in URLs) of a place: its name, its name with the town, then its name with a
 * number. The caller uses the first name that is free.
 */
export function* routingNameCandidates(restaurantName: string, locality: string): Generator<string, never> {
  const baseSlug = slugOf(restaurantName) || 'lokal';
  yield baseSlug;
  const townSlug = slugOf(locality);
  const slugStem = townSlug === '' || baseSlug.endsWith(townSlug) ? baseSlug : `${baseSlug}-${townSlug}`;
  if (slugStem !== baseSlug) yield slugStem;
  for (let suffixNumber = 2; ; suffixNumber += 1) yield `${slugStem}-${suffixNumber}`;
}

/**
 * Computes a URL-safe key of 128 bits from `keyParts`. The same parts always give the same key, so each import finds
 * the objects of the previous import.
 */
export const stableKey = (...keyParts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(keyParts)).digest().subarray(0, 16).toString('base64url');
