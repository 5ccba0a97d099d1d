// Pattern of control and format characters (soft hyphen, zero-width characters, direction marks, byte order mark). They
// are invisible, but a search would not match a word that contains them.
const INVISIBLE_CHARACTERS_PATTERN = /[\p{Cc}\p{Cf}]+/gu;
const LINE_BREAKS_AND_TABS_PATTERN = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * Normalises a text of a feed: one line, composed umlauts, no invisible characters, single spaces, no spaces at the
 * ends.
 */
export const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(LINE_BREAKS_AND_TABS_PATTERN, ' ')
    .replace(INVISIBLE_CHARACTERS_PATTERN, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Normalises the name of a dish: as `cleanText` does, and with correct spaces around punctuation and in „1 Stück“. */
export const cleanDishName = (text: string): string =>
  cleanText(text)
    .replace(/\s+([,;.!?)])/g, '$1')
    .replace(/([(])\s+/g, '$1')
    .replace(/,(?=\p{L})/gu, ', ')
    .replace(/(\d)(?=Stück\b)/gu, '$1 ')
    .replace(/[\s,;]+$/, '');

// Characters of Windows-1252 with the bytes 80–9F. For all other bytes, character and byte have the same number.
const WINDOWS_BYTE_BY_CHARACTER: ReadonlyMap<string, number> = new Map([
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

const continuationCharacters = `\u0080-\u00BF${[...WINDOWS_BYTE_BY_CHARACTER.keys()].join('')}`;

// Matches UTF-8 that was decoded as Windows-1252: a lead byte and its continuation bytes.
const MOJIBAKE_SEQUENCE = new RegExp(
  `[\u00C2-\u00DF][${continuationCharacters}]|[\u00E0-\u00EF][${continuationCharacters}]{2}|[\u00F0-\u00F4][${continuationCharacters}]{3}`,
  'g',
);
const PRINTABLE_TEXT = /^[^\p{Cc}\p{Cn}\p{Co}]+$/u;
const strictUtf8Decoder = new TextDecoder('utf-8', { fatal: true });

const decodeMojibakeSequence = (mojibakeSequence: string): string => {
  const utf8Bytes = Uint8Array.from(
    mojibakeSequence,
    (character) => WINDOWS_BYTE_BY_CHARACTER.get(character) ?? character.charCodeAt(0),
  );
  try {
    const text = strictUtf8Decoder.decode(utf8Bytes);
    return PRINTABLE_TEXT.test(text) ? text : mojibakeSequence;
  } catch {
    // Returns the text unchanged: its bytes are no valid UTF-8, so it was decoded correctly.
    return mojibakeSequence;
  }
};

/**
 * Repairs umlauts that were decoded wrongly once or twice: „MÃ¼nchen“ becomes München. The function replaces only
 * complete UTF-8 sequences, which occur by accident in no language. A replacement character (U+FFFD) stays, because its
 * original is unknown.
 */
export const repairMojibake = (text: string): string => {
  const repairedText = text.replace(MOJIBAKE_SEQUENCE, decodeMojibakeSequence);
  return repairedText === text ? text : repairedText.replace(MOJIBAKE_SEQUENCE, decodeMojibakeSequence);
};
