import { cutToColumn } from './rows';

describe('a text that is cut to its column', () => {
  it.each([
    [null, null],
    ['0019', '0019'],
    ['zu lang', 'zu l'],
    ['abc👩‍🍳', 'abc👩'],
    ['abc\ud83d\udc69', 'abc👩'],
    ['\ud83d', '\ufffd'],
  ])('%j ends as %j', (text, expectedText) => {
    expect(cutToColumn(text, 4)).toBe(expectedText);
  });
});
