import type { CardBrand, CardType } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';

/** Brands of payment cards that diners can register. */
export type RegistrableBrand = Extract<CardBrand, 'VISA' | 'MASTERCARD' | 'MAESTRO'>;

/**
 * Brand that the typed digits show: `open` while more digits are needed, `unsupported` when no further digits lead to a
 * supported brand.
 */
export type RecognizedBrand = RegistrableBrand | 'open' | 'unsupported';

type PrefixRanges = readonly (readonly [from: string, to: string])[];

const singlePrefixRanges = (...prefixes: readonly string[]): PrefixRanges => prefixes.map((prefix) => [prefix, prefix]);

// Prefixes of card numbers by brand (S2§5). A Visa number begins with 4; Visa's further prefixes (4026, 417500, 4405 …)
// do so, too.
const PREFIX_RANGES_BY_BRAND: readonly (readonly [RegistrableBrand, PrefixRanges])[] = [
  ['MAESTRO', [...singlePrefixRanges('5018', '5020', '5038', '6304', '6703', '6708', '6759'), ['6761', '6763']]],
  [
    'MASTERCARD',
    [
      ['51', '55'],
      ['677189', '677189'],
      ['2221', '2720'],
    ],
  ],
  ['VISA', singlePrefixRanges('4')],
];

const hasPrefixInRange = (digits: string, [firstPrefix, lastPrefix]: PrefixRanges[number]): boolean => {
  const leadingDigits = digits.slice(0, firstPrefix.length);
  return leadingDigits.length === firstPrefix.length && leadingDigits >= firstPrefix && leadingDigits <= lastPrefix;
};

const mayReachPrefixRange = (digits: string, [firstPrefix, lastPrefix]: PrefixRanges[number]): boolean => {
  const leadingDigits = digits.slice(0, firstPrefix.length);
  return (
    leadingDigits >= firstPrefix.slice(0, leadingDigits.length) &&
    leadingDigits <= lastPrefix.slice(0, leadingDigits.length)
  );
};

/** Returns the brand of a card number, as far as its digits determine it (C20). */
export const recognizeBrand = (digits: string): RecognizedBrand => {
  const matchingBrandEntry = PREFIX_RANGES_BY_BRAND.find(([, prefixes]) =>
    prefixes.some((prefix) => hasPrefixInRange(digits, prefix)),
  );
  if (matchingBrandEntry !== undefined) return matchingBrandEntry[0];
  return PREFIX_RANGES_BY_BRAND.some(([, prefixes]) => prefixes.some((prefix) => mayReachPrefixRange(digits, prefix)))
    ? 'open'
    : 'unsupported';
};

/** Maximum number of digits of a card number of any brand. */
const MAX_CARD_DIGITS = 19;

/** Numbers of digits that a card number of each brand may have. */
const DIGIT_COUNTS_BY_BRAND: Readonly<Record<RegistrableBrand, readonly number[]>> = {
  MAESTRO: [12, 13, 14, 15, 16, 17, 18, 19],
  MASTERCARD: [16],
  VISA: [16, 19],
};

/** Returns the maximum number of digits that the field for the card number accepts for a brand. */
export const maxDigitCountOf = (brand: RecognizedBrand): number =>
  brand === 'open' || brand === 'unsupported'
    ? MAX_CARD_DIGITS
    : (DIGIT_COUNTS_BY_BRAND[brand].at(-1) ?? MAX_CARD_DIGITS);

/**
 * Returns the number of digits that the counter below the field shows as the goal: the next length that the number can
 * still have.
 */
export const expectedDigitCountOf = (digits: string): number => {
  const brand = recognizeBrand(digits);
  if (brand === 'open' || brand === 'unsupported') return 16;
  // Maestro numbers have no fixed length; most of them have 16 digits, like those of other brands.
  return (
    DIGIT_COUNTS_BY_BRAND[brand].find((digitCount) => digitCount >= Math.max(digits.length, 16)) ?? MAX_CARD_DIGITS
  );
};

/** Returns whether the check digit of a card number is correct (Luhn algorithm). */
const isCheckDigitValid = (digits: string): boolean =>
  [...digits].reverse().reduce((weightedSum, digit, index) => {
    const weightedDigit = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return weightedSum + (weightedDigit > 9 ? weightedDigit - 9 : weightedDigit);
  }, 0) %
    10 ===
  0;

/** Reason why a card number is invalid; `checkDigit`: the check digit is wrong. */
export type CardNumberMistake = 'missing' | 'unsupported' | 'length' | 'checkDigit';

/** Returns the reason why a card number is invalid; null for a valid number. */
export const cardNumberMistake = (digits: string): CardNumberMistake | null => {
  if (digits === '') return 'missing';
  const brand = recognizeBrand(digits);
  if (brand === 'unsupported') return 'unsupported';
  if (brand === 'open' || !DIGIT_COUNTS_BY_BRAND[brand].includes(digits.length)) return 'length';
  return isCheckDigitValid(digits) ? null : 'checkDigit';
};

/** Returns how many digits are missing until the number has the minimum length. */
export const missingDigitCountOf = (digits: string): number => {
  const brand = recognizeBrand(digits);
  const minDigitCount = brand === 'MAESTRO' ? 12 : 16;
  return brand === 'unsupported' ? 0 : Math.max(0, minDigitCount - digits.length);
};

/**
 * Reason why a card's expiry is invalid; `format`: the digits aren't a month with a year, `past`: the card has expired.
 */
export type ExpiryMistake = 'missing' | 'format' | 'past';

/**
 * Returns the expiry of a card as `MMYY`, from a month with a year of two or four digits; null if the digits are
 * incomplete or no month.
 */
export const parseExpiryMonth = (digits: string): string | null => {
  const [, month, year] = /^(0[1-9]|1[0-2])(?:20)?(\d\d)$/.exec(digits) ?? [];
  return month === undefined || year === undefined ? null : `${month}${year}`;
};

/**
 * Returns the reason why the typed expiry of a card is invalid; null for a valid one. A card is valid until the end of
 * its month in Berlin (C21).
 */
export const expiryMistakeOf = (digits: string, now: number): ExpiryMistake | null => {
  if (digits === '') return 'missing';
  const month = parseExpiryMonth(digits);
  if (month === null) return 'format';
  return `20${month.slice(2)}-${month.slice(0, 2)}` < berlinDay(now).slice(0, 7) ? 'past' : null;
};

/** Number of digits of a card's security code. */
export const CVV_DIGIT_COUNT = 3;

/** Returns whether a card of this brand needs a security code (A.13). */
export const needsCvv = (brand: RecognizedBrand): boolean => brand !== 'MAESTRO';

/** Returns whether the digits are a valid security code for the brand. */
export const isValidCvv = (digits: string, brand: RecognizedBrand): boolean =>
  digits.length === CVV_DIGIT_COUNT || (digits === '' && !needsCvv(brand));

/** Code that the provider expects for a Maestro card without a security code (A.4). */
export const PLACEHOLDER_CVV = '000';

/** Returns the card type under which the provider registers a brand. */
export const cardTypeOf = (brand: RegistrableBrand): CardType =>
  brand === 'MAESTRO' ? 'MAESTRO' : 'CB_VISA_MASTERCARD';

/** Maximum number of characters that the payment provider accepts for a name. */
export const CARD_NAME_MAX_LENGTH = 100;
