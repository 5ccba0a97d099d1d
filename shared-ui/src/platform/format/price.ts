const NO_BREAK = '\u00a0';
const MINUS = '\u2212';

const euros = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Integer cents as people write them: `1,50 €`, `−12,50 €`. */
export const formatPrice = (cents: number): string => {
  const sign = cents < 0 ? MINUS : '';
  return `${sign}${euros.format(Math.abs(cents) / 100)}${NO_BREAK}€`;
};
