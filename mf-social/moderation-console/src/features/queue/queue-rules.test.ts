import { beginningOf, neighbourAfter, neighbourOf } from './queue-rules';

it.each([
  ['the next one', ['a', 'b', 'c'], ['a', 'c'], 'b', 'c'],
  ['the next one that is left, when others went with it', ['a', 'b', 'c', 'd'], ['a', 'd'], 'b', 'd'],
  ['the one before, after the last one', ['a', 'b', 'c'], ['a', 'b'], 'c', 'b'],
  ['the first one, when nothing is left of the former queue', ['a'], ['x', 'y'], 'a', 'x'],
  ['nowhere in an empty queue', ['a'], [], 'a', null],
])('leads to %s', (_name, formerKeys, presentKeys, leftKey, expectedKey) => {
  expect(neighbourAfter(formerKeys, presentKeys, leftKey)).toBe(expectedKey);
});

it('moves through the queue and stops at its ends', () => {
  const keys = ['a', 'b', 'c'];
  expect([
    neighbourOf(keys, 'a', 'next'),
    neighbourOf(keys, 'c', 'next'),
    neighbourOf(keys, 'a', 'previous'),
    neighbourOf(keys, null, 'previous'),
    neighbourOf([], null, 'next'),
  ]).toEqual(['b', 'c', 'a', 'a', null]);
});

it('begins a long text in one line, and cuts no emoji in two', () => {
  expect(beginningOf(' Kauf\n\ndas ')).toBe('Kauf das');
  expect(beginningOf('🍕'.repeat(101))).toBe(`${'🍕'.repeat(100)}…`);
});
