import type { PressedKey } from '@mahlzeit/shared-ui/platform/standalone';
import { keyCommandOf } from './keyboard';

const makePressedKey = (key: string, overrides: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  repeat: false,
  target: document.body,
  ...overrides,
});

const elementFromHtml = (html: string, selector: string): Element => {
  document.body.innerHTML = html;
  const foundElement = document.querySelector(selector);
  if (foundElement === null) throw new Error(`No element: ${selector}`);
  return foundElement;
};

it.each([
  ['ArrowDown', 'next'],
  ['ArrowUp', 'previous'],
  ['a', 'accept'],
  ['A', 'accept'],
  ['e', 'refund'],
  ['k', 'menu'],
  ['?', 'help'],
  ['x', null],
  ['Enter', null],
])('%s asks for %s', (key, expectedCommand) => {
  expect(keyCommandOf(makePressedKey(key))).toBe(expectedCommand);
});

it.each(['<input>', '<input type="password">', '<textarea></textarea>', '<select></select>'])(
  'leaves what is typed into %s alone',
  (html) => {
    const targetElement = elementFromHtml(html, 'input, textarea, select');
    expect(
      ['a', 'k', '?', 'ArrowDown'].map((key) => keyCommandOf(makePressedKey(key, { target: targetElement }))),
    ).toEqual([null, null, null, null]);
  },
);

it('lets arrows choose among radio buttons, and letters ask all the same', () => {
  const targetElement = elementFromHtml('<input type="radio">', 'input');
  expect([
    keyCommandOf(makePressedKey('ArrowDown', { target: targetElement })),
    keyCommandOf(makePressedKey('e', { target: targetElement })),
  ]).toEqual([null, 'refund']);
});

it('leaves keys to the browser and to open dialogs', () => {
  expect([
    keyCommandOf(makePressedKey('a', { ctrlKey: true })),
    keyCommandOf(makePressedKey('k', { metaKey: true })),
    keyCommandOf(makePressedKey('e', { isComposing: true })),
  ]).toEqual([null, null, null]);
  expect(
    keyCommandOf(
      makePressedKey('a', { target: elementFromHtml('<div role="alertdialog"><button>ja</button></div>', 'button') }),
    ),
  ).toBeNull();
});

it('accepts once however long the key is held down, and walks along', () => {
  expect([
    keyCommandOf(makePressedKey('a', { repeat: true })),
    keyCommandOf(makePressedKey('ArrowDown', { repeat: true })),
  ]).toEqual([null, 'next']);
});
