// Control and format characters (soft hyphen, zero-width, direction marks, byte order mark) show as nothing and break search.
const INVISIBLE = /[\p{Cc}\p{Cf}]+/gu;
const LINE_BREAKS_AND_TABS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** A text from a feed on one line: composed umlauts, no invisible characters, single spaces, none at the ends. */
export const cleanText = (text: string): string =>
  text.normalize('NFC').replace(LINE_BREAKS_AND_TABS, ' ').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();

/** A dish's name as a menu would print it: cleanText, commas where they belong, „1 Stück“ in two words. */
export const cleanDishName = (text: string): string =>
  cleanText(text)
    .replace(/\s+([,;.!?)])/g, '$1')
    .replace(/([(])\s+/g, '$1')
    .replace(/,(?=\p{L})/gu, ', ')
    .replace(/(\d)(?=Stück\b)/gu, '$1 ')
    .replace(/[\s,;]+$/, '');
