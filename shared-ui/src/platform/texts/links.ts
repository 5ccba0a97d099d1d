/** Link attributes for another tab, without opener and referrer: `<a href={…} {...newTabProps}>`. */
export const newTabProps = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** Returns the link of a phone number; blanks, brackets and „(0)“ are removed. */
export const phoneHref = (phoneNumber: string): string =>
  `tel:${phoneNumber.replace('(0)', '').replaceAll(/[^\d+]/g, '')}`;

/** Keeps a number or a day on one line by non-breaking spaces. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');
