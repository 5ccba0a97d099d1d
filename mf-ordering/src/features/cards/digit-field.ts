/** How the digits of a field are shown and how many there may be. */
export interface DigitFormat {
  /** Digits as they are shown, `4242 42`. */
  show(digits: string): string;
  /** What of the typed digits is taken. */
  take(digits: string): string;
  /** Text up to the caret, set right where its separators say more than its digits. */
  read?(text: string): string;
}

/** What a change has made of a field. */
export interface Edit {
  /** What stands in the field now. */
  readonly text: string;
  /** Where the caret is in it. */
  readonly caret: number;
  /** The digits before the change. */
  readonly before: string;
  /** The browser's name of the change, `deleteContentForward`. */
  readonly inputType: string;
}

/** The digits of a field, and where the caret belongs in their text. */
export interface Edited {
  readonly digits: string;
  readonly caret: number;
}

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** Where the caret is in `text` once so many of its digits are left of it. */
const caretAfter = (text: string, count: number): number => {
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (seen === count) return at;
    if (/\d/.test(text[at] ?? '')) seen += 1;
  }
  return text.length;
};

/**
 * Takes a change of a field that shows its digits in groups: the caret stays beside the digit it was at, and what only
 * hit a separator takes the digit beyond it (C20).
 */
export const editDigits = (
  { show, take, read = (typed) => typed }: DigitFormat,
  { text, caret, before, inputType }: Edit,
): Edited => {
  let left = digitsIn(read(text.slice(0, caret)));
  let right = digitsIn(text.slice(caret));
  if (left + right === before && text !== show(before)) {
    if (inputType === 'deleteContentBackward') left = left.slice(0, -1);
    if (inputType === 'deleteContentForward') right = right.slice(1);
  }
  const digits = take(left + right);
  // What was put before the digits, a month's zero, is left of the caret too.
  const added = take(left).length - left.length;
  const shown = show(digits);
  const count = Math.min(digits.length, left.length + Math.max(0, added));
  // At the end it is behind what follows the last digit.
  return { digits, caret: count === digits.length ? shown.length : caretAfter(shown, count) };
};

/** A card number in groups of four. */
export const numberFormat = (limitOf: (digits: string) => number): DigitFormat => ({
  show: (digits) => digits.replace(/(\d{4})(?=\d)/g, '$1 '),
  take: (digits) => digits.slice(0, limitOf(digits)),
});

/** An expiry, `08 / 28` or `08 / 2028`. */
export const expiryFormat: DigitFormat = {
  show: (digits) => (digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits),
  take(given) {
    // No month begins with a 2.
    const digits = /^[2-9]/.test(given) ? `0${given}` : given;
    return digits.slice(0, digits.slice(2, 4) === '20' ? 6 : 4);
  },
  // `2030-12` is how browsers' wallets write it; `1/` is a whole month.
  read: (text) => text.replace(/^\s*(20\d\d)\s*[-/.]\s*(\d\d?)\s*$/, '$2/$1').replace(/^\s*([1-9])\s*[-/.]/, '0$1/'),
};

/** A check number. */
export const cvvFormat = (length: number): DigitFormat => ({
  show: (digits) => digits,
  take: (digits) => digits.slice(0, length),
});
