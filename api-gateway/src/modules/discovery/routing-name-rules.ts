const GERMAN_LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
const LONGEST = 80;

/** A text as part of an address: lower-case ASCII words joined by hyphens, umlauts the German way. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => GERMAN_LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/['’`´]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');

/** Names in addresses for a place, the first free one is taken: its name, its name with the town, then with a number. */
export function* routingNameCandidates(name: string, locality: string): Generator<string, never> {
  const base = slugOf(name) || 'lokal';
  yield base;
  const town = slugOf(locality);
  const stem = town === '' || base.endsWith(town) ? base : `${base}-${town}`;
  if (stem !== base) yield stem;
  for (let number = 2; ; number += 1) yield `${stem}-${number}`;
}
