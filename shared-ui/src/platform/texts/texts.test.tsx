import { render, screen } from '@testing-library/react';
import { compileTexts } from '../../../build/compile-texts.mjs';
import { setErrorReporter } from '../events/event-log';
import { createTextCatalogue, defineTexts } from './texts';

const germanTable = compileTexts({
  Greeting: 'Guten Tag, {name}',
  Places: '{count, plural, one {{count} Lokal in der Nähe} other {{count} Lokale in der Nähe}}',
  'api-error/101.2': 'Das hat nicht geklappt',
});

const { useTexts, text, has } = defineTexts('define-texts-test', germanTable);

/** Calls `text` with a key that the compiler would reject. */
const textOfUntypedKey = (textKey: string): string => String(Reflect.apply(text, undefined, [textKey]));

describe('texts', () => {
  afterEach(() => setErrorReporter(null));

  it('fills values in as they are', () => {
    expect(text('Greeting', { name: 'Jörg & Söhne <b> {name}' })).toBe('Guten Tag, Jörg & Söhne <b> {name}');
  });

  it.each([
    [0, '0 Lokale in der Nähe'],
    [1, '1 Lokal in der Nähe'],
    [23, '23 Lokale in der Nähe'],
  ])('takes the plural form that fits: %s', (pluralCount, expectedText) => {
    expect(text('Places', { count: pluralCount })).toBe(expectedText);
  });

  it('keeps keys with dots and slashes whole', () => {
    expect(text('api-error/101.2')).toBe('Das hat nicht geklappt');
  });

  it('knows the external codes with a text', () => {
    expect([has('Greeting'), has('toString'), has('Nonsense')]).toEqual([true, false, false]);
  });

  it('reads texts in components', () => {
    const GreetingProbe = () => <p>{useTexts()('Greeting', { name: 'Anna' })}</p>;
    render(<GreetingProbe />);
    expect(screen.getByText('Guten Tag, Anna')).toBeVisible();
  });

  it.each(['Nonsense', 'toString'])('throws on the missing key %s in tests', (key) => {
    expect(() => textOfUntypedKey(key)).toThrow(`missing_text: {"namespace":"define-texts-test","key":"${key}"}`);
  });

  it.each<['Greeting' | 'Places', string]>([
    ['Greeting', 'name'],
    ['Places', 'count'],
  ])('throws on a missing value of %s in tests', (key, missingValue) => {
    expect(() => text(key)).toThrow(
      `missing_text_value: {"namespace":"define-texts-test","key":"${key}","value":"${missingValue}"}`,
    );
  });

  it('shows a neutral German word in production, and reports the key', () => {
    const errorReporterMock = jest.fn();
    setErrorReporter(errorReporterMock);
    expect(textOfUntypedKey('Nonsense')).toBe('Hinweis');
    expect(errorReporterMock).toHaveBeenCalledWith('missing_text', { namespace: 'define-texts-test', key: 'Nonsense' });
  });

  it('shows nothing for a missing value in production, and reports the value', () => {
    const reportMock = jest.fn();
    setErrorReporter(reportMock);
    expect(text('Greeting')).toBe('Guten Tag, ');
    expect(reportMock).toHaveBeenCalledWith('missing_text_value', {
      namespace: 'define-texts-test',
      key: 'Greeting',
      value: 'name',
    });
  });
});

describe('texts of another language', () => {
  // Table of texts in an invented language that has the plural rules of Polish.
  const polishTable = compileTexts({
    Places: '{count, plural, one {{count} lo} few {{count} loi} many {{count} lomi} other {{count} lox}}',
  });
  const loadPolishMock = jest.fn(() => Promise.resolve({ default: polishTable }));

  afterEach(() => {
    setErrorReporter(null);
    loadPolishMock.mockClear();
  });

  const createTextsIn = (language: string, furtherLanguages: Parameters<typeof defineTexts>[2]) => {
    const catalogue = createTextCatalogue(language);
    return { ...catalogue.defineTexts('further-test', germanTable, furtherLanguages), ready: catalogue.textsReady };
  };

  it('are loaded only in that language', async () => {
    const { text: textInGerman, ready } = createTextsIn('de', { pl: loadPolishMock });
    await ready();
    expect(loadPolishMock).not.toHaveBeenCalled();
    expect(textInGerman('Places', { count: 3 })).toBe('3 Lokale in der Nähe');
  });

  it.each([
    [1, '1 lo'],
    [3, '3 loi'],
    [5, '5 lomi'],
  ])('go by the rules of that language: %s', async (count, expected) => {
    const { text: textInPolish, ready } = createTextsIn('pl', { pl: loadPolishMock });
    await ready();
    expect(textInPolish('Places', { count })).toBe(expected);
  });

  it('are German until they are loaded, and for missing ones', async () => {
    const { text: inPolish, ready } = createTextsIn('pl', { pl: loadPolishMock });
    expect(inPolish('Places', { count: 5 })).toBe('5 Lokale in der Nähe');
    await ready();
    expect(inPolish('Greeting', { name: 'Anna' })).toBe('Guten Tag, Anna');
  });

  it("stay German when they can't be loaded, which is reported", async () => {
    const failureReporterMock = jest.fn();
    setErrorReporter(failureReporterMock);
    const { text: inPolish, ready } = createTextsIn('pl', { pl: () => Promise.reject(new Error('offline')) });
    await ready();
    expect(inPolish('Places', { count: 1 })).toBe('1 Lokal in der Nähe');
    expect(failureReporterMock).toHaveBeenCalledWith('texts_failed', {
      namespace: 'further-test',
      language: 'pl',
      error: 'Error: offline',
    });
  });

  it("are German in a language that the package doesn't have", async () => {
    const { text: textInFrench, ready } = createTextsIn('fr', { pl: loadPolishMock });
    await ready();
    expect(textInFrench('Places', { count: 2 })).toBe('2 Lokale in der Nähe');
  });
});
