import type { DecisionForm } from '@mahlzeit/contract';
import { createKeyCommands } from '@mahlzeit/shared-ui/platform/standalone';

/** Command that a key of the page runs: to the next or the previous report, or to the question before a decision. */
export type KeyCommand = 'next' | 'previous' | DecisionForm['decision'];

/** Commands with the names of their keys, as the footer shows them. `choose` stands for `next` and `previous`. */
export const KEY_HINTS = [
  { keys: ['J', '↓', 'K', '↑'], command: 'choose' },
  { keys: ['E'], command: 'remove' },
  { keys: ['S'], command: 'disable' },
  { keys: ['A'], command: 'dismiss' },
] as const;

/** `useKeyCommands` runs the commands of the page's keys. */
export const { useKeyCommands } = createKeyCommands<KeyCommand>({
  commandByKey: {
    j: 'next',
    arrowdown: 'next',
    k: 'previous',
    arrowup: 'previous',
    e: 'remove',
    s: 'disable',
    a: 'dismiss',
  },
  movingCommands: ['next', 'previous'],
});
