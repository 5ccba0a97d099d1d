const expandedUmlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

const leastSearched = 3;

/**
 * A text as searches compare it: compatibility forms taken apart, accents dropped, lower case, ß as ss, one space between
 * words, no invisible characters. SQLite's own LOWER knows ASCII alone.
 */
export const foldText = (text: string): string =>
  text.replace(/[\p{Cc}\s]+/gu, ' ').normalize('NFKD').replace(/[\p{M}\p{C}]/gu, '').toLowerCase().replaceAll('ß', 'ss').replace(/\s+/gu, ' ').trim();

/** What a name is found by: its folded form, and the form that writes umlauts as two letters where that differs. */
export const searchTextOf = (name: string): string => {
  const folded = foldText(name);
  const expanded = foldText(name.normalize('NFC').toLowerCase().replace(/[äöü]/g, (umlaut) => expandedUmlauts[umlaut] ?? umlaut));
  return expanded === folded ? folded : `${folded}\n${expanded}`;
};

/** What to look for in search texts; null where the trimmed text is too short to search (S1§9: more than two characters). */
export const searchNeedle = (text: string): string | null => {
  const folded = foldText(text);
  return Math.min([...text.trim()].length, [...folded].length) < leastSearched ? null : folded;
};
