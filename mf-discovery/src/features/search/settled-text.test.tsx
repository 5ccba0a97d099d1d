import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { act, renderHook } from '@testing-library/react';
import { searchedText, useDebouncedText } from './settled-text';

const start = (typed: string) => {
  const timers = createManualTimers();
  const { result, rerender, unmount } = renderHook(({ text }) => useDebouncedText(text, timers), { initialProps: { text: typed } });
  return { timers, result, unmount, type: (text: string) => rerender({ text }), wait: (ms: number) => act(() => timers.advance(ms)) };
};

it.each([
  ['  ab ', null],
  ['   ', null],
  [' abc ', 'abc'],
  ['ÄÖÜ', 'äöü'],
  ['Rote Grütze', 'rote grütze'],
])('D05 trims %j before it counts letters: %j', (typed, text) => expect(searchedText(typed)).toBe(text));

it('D05 waits 800 ms after the last letter', () => {
  const { result, type, wait } = start('sup');
  wait(799);
  type('supp');
  wait(799);
  expect(result.current).toBeNull();
  wait(1);
  expect(result.current).toBe('supp');
});

it('D05 is empty at once, and what was searched before does not come back', () => {
  const { result, type, wait } = start('suppe');
  wait(800);
  type('');
  expect(result.current).toBeNull();
  type('pizza');
  expect(result.current).toBeNull();
  wait(800);
  expect(result.current).toBe('pizza');
});

it('leaves no timer behind', () => {
  const { timers, unmount } = start('suppe');
  unmount();
  expect(timers.pending()).toBe(0);
});
