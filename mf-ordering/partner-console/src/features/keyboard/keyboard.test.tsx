import { commandOf } from './keyboard';
import type { PressedKey } from './keyboard';

const pressedKey = (key: string, overrides: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  repeat: false,
  target: document.body,
  ...overrides,
});

const element = (html: string, selector: string): Element => {
  document.body.innerHTML = html;
  const found = document.querySelector(selector);
  if (found === null) throw new Error(`No element: ${selector}`);
  return found;
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
])('%s asks for %s', (key, expected) => {
  expect(commandOf(pressedKey(key))).toBe(expected);
});

it.each(['<input>', '<input type="password">', '<textarea></textarea>', '<select></select>'])(
  'leaves what is typed into %s alone',
  (html) => {
    const target = element(html, 'input, textarea, select');
    expect(['a', 'k', '?', 'ArrowDown'].map((key) => commandOf(pressedKey(key, { target })))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  },
);

it('lets arrows choose among radio buttons, and letters ask all the same', () => {
  const target = element('<input type="radio">', 'input');
  expect([commandOf(pressedKey('ArrowDown', { target })), commandOf(pressedKey('e', { target }))]).toEqual([
    null,
    'refund',
  ]);
});

it('leaves keys to the browser and to open dialogs', () => {
  expect([
    commandOf(pressedKey('a', { ctrlKey: true })),
    commandOf(pressedKey('k', { metaKey: true })),
    commandOf(pressedKey('e', { isComposing: true })),
  ]).toEqual([null, null, null]);
  expect(
    commandOf(pressedKey('a', { target: element('<div role="alertdialog"><button>ja</button></div>', 'button') })),
  ).toBeNull();
});

it('accepts once however long the key is held down, and walks along', () => {
  expect([commandOf(pressedKey('a', { repeat: true })), commandOf(pressedKey('ArrowDown', { repeat: true }))]).toEqual([
    null,
    'next',
  ]);
});
