import { isWellFormedText, toWellFormedText } from './well-formed-text';

const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}';

it('replaces halves of characters, and nothing else', () => {
  expect(toWellFormedText('a\uD83Db')).toBe('a\uFFFDb');
  expect(toWellFormedText(family)).toBe(family);
  expect([isWellFormedText('a\uD83Db'), isWellFormedText(family)]).toEqual([false, true]);
});
