import {
  expectedDigitCountOf,
  expiryMistakeOf,
  isValidCvv,
  maxDigitCountOf,
  missingDigitCountOf,
  parseExpiryMonth,
  needsCvv,
  cardNumberMistake,
  recognizeBrand,
} from './card-rules';
import type { RecognizedBrand } from './card-rules';

describe('C20 the brand by prefix', () => {
  it.each<[string, RecognizedBrand]>([
    ...['5018', '5020', '5038', '6304', '6703', '6708', '6759', '6761', '6762', '6763'].map(
      (maestroPrefix): [string, RecognizedBrand] => [maestroPrefix, 'MAESTRO'],
    ),
    ...['51', '52', '53', '54', '55', '677189', '2221', '2222', '2300', '2699', '2719', '2720'].map(
      (mastercardPrefix): [string, RecognizedBrand] => [mastercardPrefix, 'MASTERCARD'],
    ),
    ...['4', '4026', '417500', '4405', '4508', '4844', '4913', '4917', '4970'].map(
      (visaPrefix): [string, RecognizedBrand] => [visaPrefix, 'VISA'],
    ),
    ...[
      '',
      '5',
      '50',
      '501',
      '502',
      '503',
      '6',
      '63',
      '630',
      '67',
      '670',
      '675',
      '676',
      '677',
      '6771',
      '67718',
      '2',
      '22',
      '222',
      '23',
      '27',
      '272',
    ].map((unknownPrefix): [string, RecognizedBrand] => [unknownPrefix, 'open']),
    ...[
      '0',
      '1',
      '3',
      '37',
      '7',
      '8',
      '9',
      '20',
      '21',
      '2220',
      '2721',
      '28',
      '5019',
      '5033',
      '56',
      '57',
      '60',
      '6305',
      '6704',
      '6760',
      '6764',
      '677188',
      '677190',
      '68',
    ].map((unsupportedPrefix): [string, RecognizedBrand] => [unsupportedPrefix, 'unsupported']),
  ])('%p is %s', (prefix, expectedBrand) => {
    expect(recognizeBrand(prefix)).toBe(expectedBrand);
  });

  it.each(['6759', '677189', '4242', '5555', '2221'])('%s stays what it is, whatever follows', (prefix) => {
    for (const digit of '0123456789') expect(recognizeBrand(prefix + digit.repeat(8))).toBe(recognizeBrand(prefix));
  });
});

describe('C20 how many digits a number has', () => {
  it.each([
    ['4', 19],
    ['51', 16],
    ['6759', 19],
    ['67', 19],
    ['', 19],
  ])('%p takes at most %i', (digits, expectedMaxDigits) => {
    expect(maxDigitCountOf(recognizeBrand(digits))).toBe(expectedMaxDigits);
  });

  it.each([
    ['', 16],
    ['535512', 16],
    ['424242424242424', 16],
    ['4242424242424242', 16],
    ['42424242424242424', 19],
    ['6759649826438', 16],
  ])('%p is counted towards %i', (digits, expectedCount) => {
    expect(expectedDigitCountOf(digits)).toBe(expectedCount);
  });

  it.each([
    ['', 16],
    ['535512', 10],
    ['6759', 8],
    ['4242424242424242', 0],
    ['37', 0],
  ])('%p lacks %i', (digits, expectedMissingCount) => {
    expect(missingDigitCountOf(digits)).toBe(expectedMissingCount);
  });
});

describe('C20 the mistake of a number', () => {
  it.each([
    ['4242424242424242', null],
    ['4970107111111119', null],
    ['4970105181818183', null],
    ['5555555555554444', null],
    ['2223003122003222', null],
    ['6759649826438453', null],
    ['6771890000000008', null],
    ['676100000006', null],
    ['4000000000000000006', null],
    ['', 'missing'],
    ['424242424242424', 'length'],
    ['42424242424242424', 'length'],
    ['555555555555444', 'length'],
    ['67596498', 'length'],
    ['67', 'length'],
    ['2', 'length'],
    ['4242424242424241', 'checkDigit'],
    ['5555555555554445', 'checkDigit'],
    ['6759649826438454', 'checkDigit'],
    ['378282246310005', 'unsupported'],
    ['5033951000000004', 'unsupported'],
  ])('%p: %s', (digits, expectedMistake) => {
    expect(cardNumberMistake(digits)).toBe(expectedMistake);
  });
});

describe('C21 until when a card is good', () => {
  const parseInstant = (instantText: string): number => Date.parse(instantText);
  const noonMs = parseInstant('2026-06-24T12:00:00+02:00');
  it.each([
    ['0626', noonMs, null],
    ['0726', noonMs, null],
    ['0726', parseInstant('2026-07-31T23:59:59+02:00'), null],
    ['0130', noonMs, null],
    ['062026', noonMs, null],
    ['0526', noonMs, 'past'],
    ['1225', noonMs, 'past'],
    ['062025', noonMs, 'past'],
    ['0726', parseInstant('2026-08-01T00:00:00+02:00'), 'past'],
    // The new year begins in Berlin one hour before it begins in London.
    ['1226', parseInstant('2026-12-31T22:59:59Z'), null],
    ['1226', parseInstant('2026-12-31T23:00:00Z'), 'past'],
    ['', noonMs, 'missing'],
    ['0', noonMs, 'format'],
    ['06', noonMs, 'format'],
    ['062', noonMs, 'format'],
    ['1326', noonMs, 'format'],
    ['0026', noonMs, 'format'],
    ['06202', noonMs, 'format'],
  ])('%p at %i: %s', (digits, now, expectedMistake) => {
    expect(expiryMistakeOf(digits, now)).toBe(expectedMistake);
  });

  it.each([
    ['0828', '0828'],
    ['082028', '0828'],
    ['0820', '0820'],
    ['1328', null],
    ['082', null],
  ])('hands on %p as MMYY %s', (digits, expectedExpiry) => {
    expect(parseExpiryMonth(digits)).toBe(expectedExpiry);
  });
});

describe('the check number', () => {
  it.each<[string, RecognizedBrand, boolean]>([
    ['123', 'VISA', true],
    ['12', 'VISA', false],
    ['', 'VISA', false],
    ['', 'MAESTRO', true],
    ['12', 'MAESTRO', false],
    ['123', 'MAESTRO', true],
    ['', 'open', false],
  ])('%p of %s: %s', (digits, brand, isValid) => {
    expect(isValidCvv(digits, brand)).toBe(isValid);
  });

  it('isn’t asked of Maestro', () => {
    expect([needsCvv('MAESTRO'), needsCvv('MASTERCARD')]).toEqual([false, true]);
  });
});
