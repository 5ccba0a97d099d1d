import { neighbourReportOf, nextReportAfter, textBeginningOf } from './queue-rules';

it.each([
  ['the next one', { formerKeys: ['a', 'b', 'c'], presentKeys: ['a', 'c'], leftKey: 'b' }, 'c'],
  ['the next one that is left', { formerKeys: ['a', 'b', 'c', 'd'], presentKeys: ['a', 'd'], leftKey: 'b' }, 'd'],
  ['the one before, after the last one', { formerKeys: ['a', 'b', 'c'], presentKeys: ['a', 'b'], leftKey: 'c' }, 'b'],
  ['the first one of a new queue', { formerKeys: ['a'], presentKeys: ['x', 'y'], leftKey: 'a' }, 'x'],
  ['nowhere in an empty queue', { formerKeys: ['a'], presentKeys: [], leftKey: 'a' }, null],
])('leads to %s', (_name, { formerKeys, presentKeys, leftKey }, expectedKey) => {
  expect(nextReportAfter(formerKeys, presentKeys, leftKey)).toBe(expectedKey);
});

it('moves through the queue and stops at its ends', () => {
  const keys = ['a', 'b', 'c'];
  expect([
    neighbourReportOf(keys, 'a', 'next'),
    neighbourReportOf(keys, 'c', 'next'),
    neighbourReportOf(keys, 'a', 'previous'),
    neighbourReportOf(keys, null, 'previous'),
    neighbourReportOf([], null, 'next'),
  ]).toEqual(['b', 'c', 'a', 'a', null]);
});

it('begins a long text in one line, and cuts no emoji in two', () => {
  expect(textBeginningOf(' Kauf\n\ndas ')).toBe('Kauf das');
  expect(textBeginningOf('🍕'.repeat(101))).toBe(`${'🍕'.repeat(100)}…`);
});
