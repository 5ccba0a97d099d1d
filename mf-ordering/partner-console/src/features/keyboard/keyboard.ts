import { createKeyCommands } from '@mahlzeit/shared-ui/platform/standalone';

/**
 * Keyboard command of the restaurant's console. `next` and `previous` move through the orders; `help` lists all keys.
 */
export type KeyCommand = 'next' | 'previous' | 'accept' | 'refund' | 'menu' | 'help';

/**
 * Keyboard commands with the names of their keys, as the footer shows them. `choose` stands for `next` and `previous`.
 */
export const KEY_HINTS: readonly {
  readonly keys: readonly string[];
  readonly command: 'choose' | Exclude<KeyCommand, 'next' | 'previous'>;
}[] = [
  { keys: ['↑', '↓'], command: 'choose' },
  { keys: ['A'], command: 'accept' },
  { keys: ['E'], command: 'refund' },
  { keys: ['K'], command: 'menu' },
  { keys: ['?'], command: 'help' },
];

/** `keyCommandOf` returns the command that belongs to a pressed key; `useKeyCommands` runs the commands. */
export const { keyCommandOf, useKeyCommands } = createKeyCommands<KeyCommand>({
  commandByKey: {
    arrowdown: 'next',
    arrowup: 'previous',
    a: 'accept',
    e: 'refund',
    k: 'menu',
    '?': 'help',
  },
  movingCommands: ['next', 'previous'],
});
