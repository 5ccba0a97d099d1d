import { errorCodes, httpStatusOf } from '@mahlzeit/contract';
import { apiErrorOf, errorCode, errorText } from './api-error';

describe('error texts', () => {
  it.each([
    ['a code with words of its own', apiErrorOf('ErrorPasswordIncorrect', 401), 'Das Passwort stimmt nicht.'],
    ['a code without, by its status', apiErrorOf('ErrorFromTomorrow', 404), 'Das gibt es hier nicht mehr.'],
    ['nothing reached', apiErrorOf('offline'), 'Keine Verbindung. Prüfe dein Internet und versuche es noch einmal.'],
    ['no answer in time', apiErrorOf('timeout'), 'Keine Verbindung. Prüfe dein Internet und versuche es noch einmal.'],
    [
      'a request that took too long to arrive',
      apiErrorOf('requestTimeout', 408),
      'Keine Verbindung. Prüfe dein Internet und versuche es noch einmal.',
    ],
    ['an unknown status', apiErrorOf('teapot', 418), 'Das hat nicht geklappt. Versuch es noch einmal.'],
    ['a surprise', new Error('Cannot read properties of undefined'), 'Das hat nicht geklappt. Versuch es noch einmal.'],
    [
      'a code named like a part of every object',
      apiErrorOf('constructor', 500),
      'Das hat nicht geklappt. Versuch es noch einmal.',
    ],
  ])('says %s in German', (_, error, expectedText) => {
    expect(errorText(error)).toBe(expectedText);
  });

  it.each(errorCodes())('has a text without a key for %s', (knownErrorCode) => {
    expect(errorText(apiErrorOf(knownErrorCode, httpStatusOf(knownErrorCode)))).toMatch(/^[A-ZÄÖÜ][^_{}]+\.$/);
  });

  it('returns a code for decisions', () => {
    expect([errorCode(apiErrorOf('ErrorEmailTaken', 409)), errorCode('boom')]).toEqual([
      'ErrorEmailTaken',
      'ErrorUnknown',
    ]);
  });
});
