import { errorCodes, statusOf } from '@mahlzeit/contract';
import { failureOf } from '../gateway/gateway-failure';
import { errorCode, errorText } from './error-text';

describe('error texts', () => {
  it.each([
    ['a code with words of its own', failureOf('ErrorPasswordIncorrect', 401), 'Das Passwort stimmt nicht.'],
    ['a code without, by its status', failureOf('ErrorFromTomorrow', 404), 'Das gibt es hier nicht mehr.'],
    ['nothing reached', failureOf('offline'), 'Keine Verbindung. Prüfe dein Internet und versuche es noch einmal.'],
    ['no answer in time', failureOf('timeout'), 'Keine Verbindung. Prüfe dein Internet und versuche es noch einmal.'],
    ['an unknown status', failureOf('teapot', 418), 'Das hat nicht geklappt. Versuch es noch einmal.'],
    ['a surprise', new Error('Cannot read properties of undefined'), 'Das hat nicht geklappt. Versuch es noch einmal.'],
    ['a code named like a part of every object', failureOf('constructor', 500), 'Das hat nicht geklappt. Versuch es noch einmal.'],
  ])('says %s in German', (_, error, expected) => {
    expect(errorText(error)).toBe(expected);
  });

  it.each(errorCodes)('has words for %s that show no key', (code) => {
    expect(errorText(failureOf(code, statusOf(code)))).toMatch(/^[A-ZÄÖÜ][^_{}]+\.$/);
  });

  it('gives a code to decide by', () => {
    expect([errorCode(failureOf('ErrorEmailTaken', 409)), errorCode('boom')]).toEqual(['ErrorEmailTaken', 'ErrorUnknown']);
  });
});
