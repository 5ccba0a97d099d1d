/**
 * Cents of a euro amount as a feed writes it. Works on the decimal digits, because 1.005 * 100 is 100.49999999999999;
 * a third digit rounds half up. Null for what is no amount.
 */
export const centsOf = (euro: number): number | null => {
  const match = /^(\d+)(?:\.(\d)(\d)?(\d)?\d*)?$/.exec(String(euro));
  if (match === null) return null;
  const [, whole = '0', tenth = '0', hundredth = '0', thousandth = '0'] = match;
  const cents = Number(whole) * 100 + Number(tenth) * 10 + Number(hundredth) + (Number(thousandth) >= 5 ? 1 : 0);
  return Number.isSafeInteger(cents) ? cents : null;
};
