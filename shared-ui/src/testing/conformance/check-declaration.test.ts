import { isInCaretRange } from './check-declaration';

describe('caret range', () => {
  it.each([
    ['1.0.0', '^1.0.0', true],
    ['1.4.2', '^1.2.9', true],
    ['1.2.0', '^1.2.1', false],
    ['2.0.0', '^1.0.0', false],
    ['1.0.0', '1.0.0', false],
    ['1.0.0', '*', false],
  ])('%s in %s: %s', (version, range, expected) => {
    expect(isInCaretRange(version, range)).toBe(expected);
  });
});
