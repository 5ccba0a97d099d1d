import { createHash } from 'node:crypto';

// Umlauts the German way; the others have no accent that could be taken off.
const SPELT_OUT: Readonly<Record<string, string>> = {
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
const MAX_LENGTH = 80;

/** A text as part of an address: lower-case ASCII words joined by hyphens. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßæœøłđı]/g, (letter) => SPELT_OUT[letter] ?? letter)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/['’`´]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');

/**
 * Names in addresses for a place, the first free one is taken: its name, its name with the town, then with a number.
 */
export function* routingNameCandidates(name: string, locality: string): Generator<string, never> {
  const base = slugOf(name) || 'lokal';
  yield base;
  const town = slugOf(locality);
  const stem = town === '' || base.endsWith(town) ? base : `${base}-${town}`;
  if (stem !== base) yield stem;
  for (let number = 2; ; number += 1) yield `${stem}-${number}`;
}

/**
 * A URL-safe key of 128 bits that follows from its parts alone, so that every import of the same thing names it alike.
 */
export const stableKey = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16).toString('base64url');
