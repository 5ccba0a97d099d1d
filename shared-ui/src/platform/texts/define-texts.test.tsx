import { render, screen } from '@testing-library/react';
import { setErrorReporter } from '../events/defects';
import { defineTexts } from './define-texts';

const { useTexts, text, has } = defineTexts('define-texts-test', {
  Greeting: 'Guten Tag, {{name}}',
  Places_one: '{{count}} Lokal in der Nähe',
  Places_other: '{{count}} Lokale in der Nähe',
  'api-error/101.2': 'Das hat nicht geklappt',
});

/** As a caller would who got past the compiler. */
const untyped = (key: string): string => String(Reflect.apply(text, undefined, [key]));

describe('texts', () => {
  afterEach(() => setErrorReporter(null));

  it('fills values in as they are', () => {
    expect(text('Greeting', { name: 'Jörg & Söhne <b>' })).toBe('Guten Tag, Jörg & Söhne <b>');
  });

  it.each([[0, '0 Lokale in der Nähe'], [1, '1 Lokal in der Nähe'], [23, '23 Lokale in der Nähe']])('folds plural forms into one key: %s', (count, expected) => {
    expect(text('Places', { count })).toBe(expected);
  });

  it('keeps keys with dots and slashes whole', () => {
    expect(text('api-error/101.2')).toBe('Das hat nicht geklappt');
  });

  it('knows which codes from outside have a text', () => {
    expect([has('Greeting'), has('toString'), has('Nonsense')]).toEqual([true, false, false]);
  });

  it('reads texts in components', () => {
    const Greeting = () => <p>{useTexts()('Greeting', { name: 'Anna' })}</p>;
    render(<Greeting />);
    expect(screen.getByText('Guten Tag, Anna')).toBeVisible();
  });

  it('throws on a missing key in tests', () => {
    expect(() => untyped('Nonsense')).toThrow('missing_text: {"namespace":"define-texts-test","key":"Nonsense"}');
  });

  it('throws on a missing value in tests', () => {
    expect(() => text('Greeting')).toThrow('name');
  });

  it('shows a neutral German word where people look, and reports the key', () => {
    const missing = jest.fn();
    setErrorReporter(missing);
    expect(untyped('Nonsense')).toBe('Hinweis');
    expect(missing).toHaveBeenCalledWith('missing_text', { namespace: 'define-texts-test', key: 'Nonsense' });
  });
});
