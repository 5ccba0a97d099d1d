/** Format of a form field that accepts only digits, and their maximum number. */
export interface DigitFormat {
  /** Formats digits for display, `4242 42`. */
  formatDigits(digits: string): string;
  /** Returns the typed digits as the field accepts them: corrected, and cut to the maximum number. */
  acceptDigits(digits: string): string;
  /**
   * Corrects the text before the caret if its separators contain information that the digits lack, for example where a
   * month ends.
   */
  correctText?(text: string): string;
}

/** State of a field after an edit. */
export interface FieldEdit {
  /** Text of the field after the edit. */
  readonly text: string;
  /** Position of the caret in the field's text. */
  readonly caret: number;
  /** Text of the field before the edit, without separators: digits only. */
  readonly textBefore: string;
  /** Browser's name for the edit, `deleteContentForward`. */
  readonly inputType: string;
}

/** Digits of a form field, and the position of the caret in its text. */
export interface EditedDigits {
  readonly digits: string;
  readonly caret: number;
}

const extractDigits = (text: string): string => text.replace(/\D/g, '');

/** Returns the position in `text` after the given number of digits. */
const caretIndexAfterDigits = (text: string, digitCount: number): number => {
  let passedDigitCount = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (passedDigitCount === digitCount) return index;
    if (/\d/.test(text[index] ?? '')) passedDigitCount += 1;
  }
  return text.length;
};

/**
 * Applies an edit to a form field that shows its digits in groups. The caret stays beside the digit that the user
 * typed. A deletion that only hits a separator deletes the digit on its other side (C20).
 */
export const editDigits = (
  { formatDigits, acceptDigits, correctText = (digits) => digits }: DigitFormat,
  { text, caret, textBefore, inputType }: FieldEdit,
): EditedDigits => {
  let digitsBeforeCaret = extractDigits(correctText(text.slice(0, caret)));
  let digitsAfterCaret = extractDigits(text.slice(caret));
  if (digitsBeforeCaret + digitsAfterCaret === textBefore && text !== formatDigits(textBefore)) {
    if (inputType === 'deleteContentBackward') digitsBeforeCaret = digitsBeforeCaret.slice(0, -1);
    if (inputType === 'deleteContentForward') digitsAfterCaret = digitsAfterCaret.slice(1);
  }
  const digits = acceptDigits(digitsBeforeCaret + digitsAfterCaret);
  // Digits that the format inserts before the typed ones (the zero of a month such as 08) are left of the caret, too.
  const insertedDigitCount = acceptDigits(digitsBeforeCaret).length - digitsBeforeCaret.length;
  const formattedText = formatDigits(digits);
  const digitCount = Math.min(digits.length, digitsBeforeCaret.length + Math.max(0, insertedDigitCount));
  // After the last digit the caret is at the end of the text, after a trailing separator.
  return {
    digits,
    caret: digitCount === digits.length ? formattedText.length : caretIndexAfterDigits(formattedText, digitCount),
  };
};

/** Returns the format of a field for card numbers, in groups of four digits. */
export const numberFormat = (maxDigitsOf: (digits: string) => number): DigitFormat => ({
  formatDigits: (digits) => digits.replace(/(\d{4})(?=\d)/g, '$1 '),
  acceptDigits: (digits) => digits.slice(0, maxDigitsOf(digits)),
});

/** Format of a field for a card's expiry, `08 / 28` or `08 / 2028`. */
export const expiryFormat: DigitFormat = {
  formatDigits: (digits) => (digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits),
  acceptDigits(typedDigits) {
    // A month beginning with a digit from 2 to 9 has one digit, so a zero is added before it.
    const digits = /^[2-9]/.test(typedDigits) ? `0${typedDigits}` : typedDigits;
    return digits.slice(0, digits.slice(2, 4) === '20' ? 6 : 4);
  },
  // Browsers fill in an expiry as `2030-12`. When a user types `1/`, the month is `01`.
  correctText: (text) =>
    text.replace(/^\s*(20\d\d)\s*[-/.]\s*(\d\d?)\s*$/, '$2/$1').replace(/^\s*([1-9])\s*[-/.]/, '0$1/'),
};

/** Returns the format of a field for a card's security code with this number of digits. */
export const cvvFormat = (digitCount: number): DigitFormat => ({
  formatDigits: (digits) => digits,
  acceptDigits: (digits) => digits.slice(0, digitCount),
});
