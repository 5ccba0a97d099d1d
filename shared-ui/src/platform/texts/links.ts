/** Opens in another tab, without opener and referrer: `<a href={…} {...outside}>`. */
export const outside = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** A number as people write it, as a link: blanks, brackets and „(0)“ fall away. */
export const phoneHref = (phoneNumber: string): string =>
  `tel:${phoneNumber.replace('(0)', '').replaceAll(/[^\d+]/g, '')}`;

/** A number or a day in a sentence: it stays on one line. */
export const unbroken = (words: string): string => words.replaceAll(' ', '\u00a0');
