/**
 * Attributes of a link that opens a new tab, which gets neither a reference to this page nor its URL: `<a href={…}
 * {...newTabProps}>`.
 */
export const newTabProps = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** Returns the `tel:` link of a phone number. Spaces, brackets and „(0)“ are removed. */
export const phoneHref = (phoneNumber: string): string =>
  `tel:${phoneNumber.replace('(0)', '').replaceAll(/[^\d+]/g, '')}`;

/** Replaces the spaces by non-breaking ones, so that a number or a day stays on one line. */
export const withNoBreakSpaces = (text: string): string => text.replaceAll(' ', '\u00a0');
