import { forbiddenWordsOf, ratePassword } from './password-strength';

it.each([
  [1, 'guessable'],
  [999, 'guessable'],
  [1e3, 'weak'],
  [1e6, 'fair'],
  [1e10, 'strong'],
  [Infinity, 'strong'],
])('rates a password of %d guesses as %s', (guesses, rating) => expect(ratePassword(guesses)).toBe(rating));

it.each([
  [
    'jule.petersen@mahlzeit.test',
    ['jule.petersen@mahlzeit.test', 'jule.petersen', 'mahlzeit.test', 'jule', 'petersen', 'mahlzeit', 'test'],
  ],
  ['jo@müller.de', ['jo@müller.de', 'müller.de', 'müller']],
  ['', []],
])('takes from %j the words that are no password, beside those of the product', (email, words) =>
  expect(new Set(forbiddenWordsOf(email))).toEqual(new Set([...forbiddenWordsOf(null), ...words])),
);

it('knows words of the product that are no password', () => expect(forbiddenWordsOf(null)).toContain('mahlzeit'));
