import {
  expectedDigits,
  expiryMistake,
  isValidCvv,
  maxDigits,
  missingDigits,
  parseExpiryMonth,
  needsCvv,
  numberMistake,
  recognizeBrand,
} from './card-rules';
import type { RecognizedBrand } from './card-rules';

describe('C20 the brand by prefix', () => {
  it.each<[string, RecognizedBrand]>([
    ...['5018', '5020', '5038', '6304', '6703', '6708', '6759', '6761', '6762', '6763'].map(
      (prefix): [string, RecognizedBrand] => [prefix, 'MAESTRO'],
    ),
    ...['51', '52', '53', '54', '55', '677189', '2221', '2222', '2300', '2699', '2719', '2720'].map(
      (prefix): [string, RecognizedBrand] => [prefix, 'MASTERCARD'],
    ),
    ...['4', '4026', '417500', '4405', '4508', '4844', '4913', '4917', '4970'].map(
      (prefix): [string, RecognizedBrand] => [prefix, 'VISA'],
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
    ].map((prefix): [string, RecognizedBrand] => [prefix, 'open']),
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
    ].map((prefix): [string, RecognizedBrand] => [prefix, 'unsupported']),
  ])('%p is %s', (prefix, brand) => {
    expect(recognizeBrand(prefix)).toBe(brand);
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
  ])('%p takes at most %i', (digits, expectedMax) => {
    expect(maxDigits(recognizeBrand(digits))).toBe(expectedMax);
  });

  it.each([
    ['', 16],
    ['535512', 16],
    ['424242424242424', 16],
    ['4242424242424242', 16],
    ['42424242424242424', 19],
    ['6759649826438', 16],
  ])('%p is counted towards %i', (digits, expectedCount) => {
    expect(expectedDigits(digits)).toBe(expectedCount);
  });

  it.each([
    ['', 16],
    ['535512', 10],
    ['6759', 8],
    ['4242424242424242', 0],
    ['37', 0],
  ])('%p lacks %i', (digits, count) => {
    expect(missingDigits(digits)).toBe(count);
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
  ])('%p: %s', (digits, mistake) => {
    expect(numberMistake(digits)).toBe(mistake);
  });
});

describe('C21 until when a card is good', () => {
  const parseInstant = (instant: string): number => Date.parse(instant);
  const noon = parseInstant('2026-06-24T12:00:00+02:00');
  it.each([
    ['0626', noon, null],
    ['0726', noon, null],
    ['0726', parseInstant('2026-07-31T23:59:59+02:00'), null],
    ['0130', noon, null],
    ['062026', noon, null],
    ['0526', noon, 'past'],
    ['1225', noon, 'past'],
    ['062025', noon, 'past'],
    ['0726', parseInstant('2026-08-01T00:00:00+02:00'), 'past'],
    // The new year begins in Berlin one hour before it begins in London.
    ['1226', parseInstant('2026-12-31T22:59:59Z'), null],
    ['1226', parseInstant('2026-12-31T23:00:00Z'), 'past'],
    ['', noon, 'missing'],
    ['0', noon, 'format'],
    ['06', noon, 'format'],
    ['062', noon, 'format'],
    ['1326', noon, 'format'],
    ['0026', noon, 'format'],
    ['06202', noon, 'format'],
  ])('%p at %i: %s', (digits, now, mistake) => {
    expect(expiryMistake(digits, now)).toBe(mistake);
  });

  it.each([
    ['0828', '0828'],
    ['082028', '0828'],
    ['0820', '0820'],
    ['1328', null],
    ['082', null],
  ])('hands on %p as MMYY %s', (digits, expectedMonth) => {
    expect(parseExpiryMonth(digits)).toBe(expectedMonth);
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
