import { NAME_MAX_LENGTH } from '../limits';
import { validateEmail, validateNewEmail, validateNewName, validateNewPassword, validatePassword } from './account';

describe('validateEmail', () => {
  it.each([
    ['anna@mahlzeit.test', 'anna@mahlzeit.test'],
    ['  Anna@Mahlzeit.TEST ', 'anna@mahlzeit.test'],
    ['a.b+mittag@küche.example.de', 'a.b+mittag@küche.example.de'],
    ['a@b.cd', 'a@b.cd'],
    ["o'hara,li;xy@mahlzeit.test", "o'hara,li;xy@mahlzeit.test"],
    // The typed address has é as two characters (e and a combining accent), as some keyboards write it; the validated
    // address has one.
    ['jose\u0301@mahlzeit.test', 'jos\u00e9@mahlzeit.test'],
  ])('accepts %j as %j', (input, expectedEmail) => {
    expect(validateEmail(input)).toEqual({ ok: true, value: expectedEmail });
  });

  it.each(['', '   ', '\t\n'])('calls %j empty', (input) => {
    expect(validateEmail(input)).toEqual({ ok: false, error: 'ErrorEmailEmpty' });
  });

  it.each([
    'anna',
    'anna@',
    '@mahlzeit.test',
    'anna@mahlzeit',
    'anna@mahlzeit.t',
    'anna@mahlzeit.',
    'an na@mahlzeit.test',
    'a@b@c.de',
    `${'a'.repeat(250)}@b.de`,
    'a\u0001b@mahlzeit.test',
    'an\u200Bna@mahlzeit.test',
    '\u202Eanna@mahlzeit.test',
    '\ud800@mahlzeit.test',
    '"a"<anna@mahlzeit.test',
    'anna@mahlzeit.te>st',
    'an\\na@mahlzeit.test',
  ])('refuses %j', (input) => {
    expect(validateEmail(input)).toEqual({ ok: false, error: 'ErrorEmailInvalid' });
  });
});

describe('validateNewEmail', () => {
  it.each(['anna@mahlzeit.test', 'ANNA@mahlzeit.test', ' anna@Mahlzeit.test  '])(
    'A03 takes %j for the address that is there already',
    (input) => {
      expect(validateNewEmail(input, 'anna@mahlzeit.test')).toEqual({ ok: false, error: 'ErrorEmailIdentical' });
    },
  );

  it.each([
    ['neu@mahlzeit.test', { ok: true, value: 'neu@mahlzeit.test' }],
    ['', { ok: false, error: 'ErrorEmailEmpty' }],
    ['neu', { ok: false, error: 'ErrorEmailInvalid' }],
  ])('validates %j', (input, expectedResult) =>
    expect(validateNewEmail(input, 'anna@mahlzeit.test')).toEqual(expectedResult),
  );
});

describe('validatePassword', () => {
  it('refuses an empty password', () => {
    expect(validatePassword('')).toEqual({ ok: false, error: 'ErrorPasswordInvalid' });
  });

  it('A01 keeps the spaces around a password', () => {
    expect(validatePassword(' geheim ')).toEqual({ ok: true, value: ' geheim ' });
  });
});

describe('validateNewPassword', () => {
  it.each(['', 'kurz', '1234567', '🍜🍜🍜🍜'])('refuses %j', (input) => {
    expect(validateNewPassword(input)).toEqual({ ok: false, error: 'ErrorPasswordInvalid' });
  });

  it.each(['12345678', '        ', 'mittagspause', ' abcdef '])('A01 accepts %j unchanged', (input) => {
    expect(validateNewPassword(input)).toEqual({ ok: true, value: input });
  });

  it('accepts a password of a thousand characters', () => {
    const password = 'Mittag! '.repeat(125);
    expect(validateNewPassword(password)).toEqual({ ok: true, value: password });
  });
});

describe('validateNewName', () => {
  it.each([
    ['Ben', { ok: true, value: 'Ben' }],
    ['', { ok: false, error: 'empty' }],
    ['   ', { ok: false, error: 'empty' }],
    ['\u200B\u0007', { ok: false, error: 'empty' }],
    ['\u3164', { ok: false, error: 'empty' }],
    ['\u2800\uFE0F', { ok: false, error: 'empty' }],
    ['Anna', { ok: false, error: 'ErrorNameIdentical' }],
    ['ä'.repeat(NAME_MAX_LENGTH), { ok: true, value: 'ä'.repeat(NAME_MAX_LENGTH) }],
    ['ä'.repeat(NAME_MAX_LENGTH + 1), { ok: false, error: 'tooLong' }],
  ])('validates %j', (input, expectedResult) => expect(validateNewName(input, 'Anna')).toEqual(expectedResult));

  it('U06 validates a name after cleaning: an identical one is no change', () => {
    expect(validateNewName(' An\u0000na ', 'Anna')).toEqual({ ok: false, error: 'ErrorNameIdentical' });
  });
});
