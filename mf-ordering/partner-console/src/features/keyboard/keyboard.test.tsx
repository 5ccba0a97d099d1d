import { commandOf } from './keyboard';
import type { PressedKey } from './keyboard';

const pressed = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  repeat: false,
  target: document.body,
  ...more,
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
  expect(commandOf(pressed(key))).toBe(expected);
});

it.each(['<input>', '<input type="password">', '<textarea></textarea>', '<select></select>'])(
  'leaves what is typed into %s alone',
  (html) => {
    const target = element(html, 'input, textarea, select');
    expect(['a', 'k', '?', 'ArrowDown'].map((key) => commandOf(pressed(key, { target })))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  },
);

it('lets arrows choose among radio buttons, and letters ask all the same', () => {
  const target = element('<input type="radio">', 'input');
  expect([commandOf(pressed('ArrowDown', { target })), commandOf(pressed('e', { target }))]).toEqual([null, 'refund']);
});

it('leaves keys to the browser and to open dialogs', () => {
  expect([
    commandOf(pressed('a', { ctrlKey: true })),
    commandOf(pressed('k', { metaKey: true })),
    commandOf(pressed('e', { isComposing: true })),
  ]).toEqual([null, null, null]);
  expect(
    commandOf(pressed('a', { target: element('<div role="alertdialog"><button>ja</button></div>', 'button') })),
  ).toBeNull();
});

it('accepts once however long the key is held down, and walks along', () => {
  expect([commandOf(pressed('a', { repeat: true })), commandOf(pressed('ArrowDown', { repeat: true }))]).toEqual([
    null,
    'next',
  ]);
});
