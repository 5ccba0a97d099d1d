// Control and format characters (soft hyphen, zero-width, direction marks, byte order mark) are invisible and break
// search.
const INVISIBLE = /[\p{Cc}\p{Cf}]+/gu;
const LINE_BREAKS_AND_TABS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** Cleans a text of a feed: one line, composed umlauts, no invisible characters, single spaces, none at the ends. */
export const cleanText = (text: string): string =>
  text.normalize('NFC').replace(LINE_BREAKS_AND_TABS, ' ').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();

/** Cleans the name of a dish for a menu: like cleanText, with correct commas and „1 Stück“ in two words. */
export const cleanDishName = (text: string): string =>
  cleanText(text)
    .replace(/\s+([,;.!?)])/g, '$1')
    .replace(/([(])\s+/g, '$1')
    .replace(/,(?=\p{L})/gu, ', ')
    .replace(/(\d)(?=Stück\b)/gu, '$1 ')
    .replace(/[\s,;]+$/, '');

// Characters of Windows-1252 for the bytes 80–9F; all other bytes are the characters with the same number.
const WINDOWS_BYTES: ReadonlyMap<string, number> = new Map([
  ['€', 0x80],
  ['‚', 0x82],
  ['ƒ', 0x83],
  ['„', 0x84],
  ['…', 0x85],
  ['†', 0x86],
  ['‡', 0x87],
  ['ˆ', 0x88],
  ['‰', 0x89],
  ['Š', 0x8a],
  ['‹', 0x8b],
  ['Œ', 0x8c],
  ['Ž', 0x8e],
  ['‘', 0x91],
  ['’', 0x92],
  ['“', 0x93],
  ['”', 0x94],
  ['•', 0x95],
  ['–', 0x96],
  ['—', 0x97],
  ['˜', 0x98],
  ['™', 0x99],
  ['š', 0x9a],
  ['›', 0x9b],
  ['œ', 0x9c],
  ['ž', 0x9e],
  ['Ÿ', 0x9f],
]);

const continuation = `\u0080-\u00BF${[...WINDOWS_BYTES.keys()].join('')}`;

// UTF-8 that was read as Windows-1252: a lead byte with its continuation bytes.
const SEQUENCE = new RegExp(
  `[\u00C2-\u00DF][${continuation}]|[\u00E0-\u00EF][${continuation}]{2}|[\u00F0-\u00F4][${continuation}]{3}`,
  'g',
);
const MEANT = /^[^\p{Cc}\p{Cn}\p{Co}]+$/u;
const strict = new TextDecoder('utf-8', { fatal: true });

const decodeSequence = (sequence: string): string => {
  const bytes = Uint8Array.from(sequence, (character) => WINDOWS_BYTES.get(character) ?? character.charCodeAt(0));
  try {
    const text = strict.decode(bytes);
    return MEANT.test(text) ? text : sequence;
  } catch {
    // Not UTF-8, so the text stays as it is.
    return sequence;
  }
};

/**
 * Repairs umlauts that were decoded wrongly: „MÃ¼nchen“ becomes München, also after two wrong decodings. The function
 * replaces only whole UTF-8 sequences, which no language contains by accident. A replacement character stays, because
 * its original is unknown.
 */
export const repairMojibake = (text: string): string => {
  const once = text.replace(SEQUENCE, decodeSequence);
  return once === text ? text : once.replace(SEQUENCE, decodeSequence);
};
