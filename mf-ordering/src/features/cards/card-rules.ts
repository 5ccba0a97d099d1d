import type { CardBrand, CardType } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';

/** Brands whose cards can be registered. */
export type RegistrableBrand = Extract<CardBrand, 'VISA' | 'MASTERCARD' | 'MAESTRO'>;

/** What the digits typed so far say: `open` while more of them decide, `unsupported` where none can any more. */
export type Recognition = RegistrableBrand | 'open' | 'unsupported';

type Prefixes = readonly (readonly [from: string, to: string])[];

const each = (...prefixes: readonly string[]): Prefixes => prefixes.map((prefix) => [prefix, prefix]);

// S2§5; Visa's own prefixes (4026, 417500, 4405 …) all begin with 4.
const PREFIXES: readonly (readonly [RegistrableBrand, Prefixes])[] = [
  ['MAESTRO', [...each('5018', '5020', '5038', '6304', '6703', '6708', '6759'), ['6761', '6763']]],
  [
    'MASTERCARD',
    [
      ['51', '55'],
      ['677189', '677189'],
      ['2221', '2720'],
    ],
  ],
  ['VISA', each('4')],
];

const isWithin = (digits: string, [from, to]: Prefixes[number]): boolean => {
  const start = digits.slice(0, from.length);
  return start.length === from.length && start >= from && start <= to;
};

const mayBecome = (digits: string, [from, to]: Prefixes[number]): boolean => {
  const start = digits.slice(0, from.length);
  return start >= from.slice(0, start.length) && start <= to.slice(0, start.length);
};

/** The brand of a card number, as far as its digits go (C20). */
export const recognizeBrand = (digits: string): Recognition => {
  const decided = PREFIXES.find(([, prefixes]) => prefixes.some((prefix) => isWithin(digits, prefix)));
  if (decided !== undefined) return decided[0];
  return PREFIXES.some(([, prefixes]) => prefixes.some((prefix) => mayBecome(digits, prefix))) ? 'open' : 'unsupported';
};

/** The longest number there is. */
const LONGEST = 19;

/** How many digits a card of a brand has. */
const LENGTHS: Readonly<Record<RegistrableBrand, readonly number[]>> = {
  MAESTRO: [12, 13, 14, 15, 16, 17, 18, 19],
  MASTERCARD: [16],
  VISA: [16, 19],
};

/** More digits than this can't be typed. */
export const maxDigits = (brand: Recognition): number =>
  brand === 'open' || brand === 'unsupported' ? LONGEST : (LENGTHS[brand].at(-1) ?? LONGEST);

/** How many digits the number has that is being typed, for the counter: the next length that it can still have. */
export const expectedDigits = (digits: string): number => {
  const brand = recognizeBrand(digits);
  if (brand === 'open' || brand === 'unsupported') return 16;
  // Maestro has no usual length; most of them are as long as the others.
  return LENGTHS[brand].find((length) => length >= Math.max(digits.length, 16)) ?? LONGEST;
};

/** Whether the check digit is right (Luhn). */
const hasCheckDigit = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return sum + (weighted > 9 ? weighted - 9 : weighted);
  }, 0) %
    10 ===
  0;

/** What is wrong with a number. */
export type NumberMistake = 'missing' | 'unsupported' | 'length' | 'checkDigit';

/** What is wrong with the digits of a card number; null: nothing. */
export const numberMistake = (digits: string): NumberMistake | null => {
  if (digits === '') return 'missing';
  const brand = recognizeBrand(digits);
  if (brand === 'unsupported') return 'unsupported';
  if (brand === 'open' || !LENGTHS[brand].includes(digits.length)) return 'length';
  return hasCheckDigit(digits) ? null : 'checkDigit';
};

/** Whether an empty number, or one too short, may simply need more digits. */
export const missingDigits = (digits: string): number => {
  const brand = recognizeBrand(digits);
  const shortest = brand === 'MAESTRO' ? 12 : 16;
  return brand === 'unsupported' ? 0 : Math.max(0, shortest - digits.length);
};

/** What is wrong with an expiry. */
export type ExpiryMistake = 'missing' | 'format' | 'past';

/** `MMYY` of what was typed, with two or four digits for the year; null: not complete, or no month. */
export const monthOf = (digits: string): string | null => {
  const [, month, year] = /^(0[1-9]|1[0-2])(?:20)?(\d\d)$/.exec(digits) ?? [];
  return month === undefined || year === undefined ? null : `${month}${year}`;
};

/** What is wrong with the digits of an expiry; null: nothing. A card is good until its month ends in Berlin (C21). */
export const expiryMistake = (digits: string, now: number): ExpiryMistake | null => {
  if (digits === '') return 'missing';
  const month = monthOf(digits);
  if (month === null) return 'format';
  return `20${month.slice(2)}-${month.slice(0, 2)}` < berlinDay(now).slice(0, 7) ? 'past' : null;
};

/** Digits of a check number. */
export const CVV_DIGITS = 3;

/** Whether a card of this brand has a check number that must be given (providers-wire A.13). */
export const needsCvv = (brand: Recognition): boolean => brand !== 'MAESTRO';

/** Whether the digits of a check number are right for the brand. */
export const isCvv = (digits: string, brand: Recognition): boolean =>
  digits.length === CVV_DIGITS || (digits === '' && !needsCvv(brand));

/** What the provider wants where a Maestro card has no check number (providers-wire A.4). */
export const NO_CVV = '000';

/** The kind of registration for a brand. */
export const cardTypeOf = (brand: RegistrableBrand): CardType =>
  brand === 'MAESTRO' ? 'MAESTRO' : 'CB_VISA_MASTERCARD';

/** The longest name that the provider takes. */
export const CARD_NAME_MAX_LENGTH = 100;
