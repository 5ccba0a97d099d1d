// Patterns of amounts. German: „1.250,00“ and „7,5“; English: „1,250.00“ and „7.5“. A dot before three digits separates
// thousands.
const AMOUNT_PATTERNS = [
  /^(\d{1,6})(?:[.,](\d{1,2}))?$/,
  /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/,
  /^(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/,
];
const MAX_EURO_DIGITS = 6;

/**
 * Parses cents from an amount typed in euros: `7`, `7,5`, `7.50 €`, `7,-`, `1.250,00` or `1 250`. Returns null for
 * other input.
 */
export const parseEuroAmount = (typedText: string): number | null => {
  const amountText = typedText
    .replace(/€|EUR/giu, '')
    .replace(/[\s'’]/gu, '')
    .replace(/,[-–—]+$/u, '');
  for (const pattern of AMOUNT_PATTERNS) {
    const [, euros, cents = ''] = pattern.exec(amountText) ?? [];
    const euroDigits = euros?.replace(/[.,]/g, '');
    if (euroDigits !== undefined && euroDigits.length <= MAX_EURO_DIGITS)
      return Number(euroDigits) * 100 + Number(cents.padEnd(2, '0'));
  }
  return null;
};
