/** Format of a field's digits, and their maximum number. */
export interface DigitFormat {
  /** Formats digits for display, `4242 42`. */
  formatDigits(digits: string): string;
  /** Returns the digits that the field accepts. */
  takeDigits(digits: string): string;
  /** Corrects the text up to the caret where its separators say more than its digits. */
  read?(text: string): string;
}

/** State of a field after an edit. */
export interface Edit {
  /** Text of the field after the edit. */
  readonly text: string;
  /** Position of the caret in the text. */
  readonly caret: number;
  /** Digits before the edit. */
  readonly textBefore: string;
  /** Browser's name of the edit, `deleteContentForward`. */
  readonly inputType: string;
}

/** Digits of a field and the position of the caret in their text. */
export interface Edited {
  readonly digits: string;
  readonly caret: number;
}

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** Returns the caret's position in `text` behind the given number of digits. */
const caretAfter = (text: string, count: number): number => {
  let visitedCount = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (visitedCount === count) return index;
    if (/\d/.test(text[index] ?? '')) visitedCount += 1;
  }
  return text.length;
};

/**
 * Applies an edit to a field that shows its digits in groups: the caret stays beside its digit, and a deletion that
 * only hits a separator deletes the digit beyond it (C20).
 */
export const editDigits = (
  { formatDigits, takeDigits, read = (digits) => digits }: DigitFormat,
  { text, caret, textBefore, inputType }: Edit,
): Edited => {
  let digitsLeft = digitsIn(read(text.slice(0, caret)));
  let digitsRight = digitsIn(text.slice(caret));
  if (digitsLeft + digitsRight === textBefore && text !== formatDigits(textBefore)) {
    if (inputType === 'deleteContentBackward') digitsLeft = digitsLeft.slice(0, -1);
    if (inputType === 'deleteContentForward') digitsRight = digitsRight.slice(1);
  }
  const digits = takeDigits(digitsLeft + digitsRight);
  // Digits that were put in front (a month's zero) are left of the caret, too.
  const insertedLength = takeDigits(digitsLeft).length - digitsLeft.length;
  const formattedText = formatDigits(digits);
  const count = Math.min(digits.length, digitsLeft.length + Math.max(0, insertedLength));
  // At the end the caret is behind the text that follows the last digit.
  return { digits, caret: count === digits.length ? formattedText.length : caretAfter(formattedText, count) };
};

/** Format of a card number, in groups of four. */
export const numberFormat = (limitOf: (digits: string) => number): DigitFormat => ({
  formatDigits: (digits) => digits.replace(/(\d{4})(?=\d)/g, '$1 '),
  takeDigits: (digits) => digits.slice(0, limitOf(digits)),
});

/** Format of an expiry, `08 / 28` or `08 / 2028`. */
export const expiryFormat: DigitFormat = {
  formatDigits: (digits) => (digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits),
  takeDigits(given) {
    // No month begins with a 2.
    const digits = /^[2-9]/.test(given) ? `0${given}` : given;
    return digits.slice(0, digits.slice(2, 4) === '20' ? 6 : 4);
  },
  // Wallets of browsers write `2030-12`; `1/` is a whole month.
  read: (text) => text.replace(/^\s*(20\d\d)\s*[-/.]\s*(\d\d?)\s*$/, '$2/$1').replace(/^\s*([1-9])\s*[-/.]/, '0$1/'),
};

/** Format of a security code. */
export const cvvFormat = (length: number): DigitFormat => ({
  formatDigits: (digits) => digits,
  takeDigits: (digits) => digits.slice(0, length),
});
