import { phoneHref, withNoBreakSpaces } from './links';

it.each([
  ['+49 40 5550142', 'tel:+49405550142'],
  ['+49 (0)40 / 555-01 42', 'tel:+49405550142'],
  ['040 555 01 42', 'tel:0405550142'],
])('calls %s by %s', (phoneNumber, expectedHref) => {
  expect(phoneHref(phoneNumber)).toBe(expectedHref);
});

it('keeps a number in a sentence on one line', () => {
  expect(withNoBreakSpaces('040 555 01 42')).toBe('040\u00a0555\u00a001\u00a042');
});
