import type { DecisionForm } from '@mahlzeit/contract';
import { createKeyCommands } from '@mahlzeit/shared-ui/platform/standalone';

/**
 * Command of a key in the moderation console: go to the next or previous report, or open the confirmation dialog of a
 * decision.
 */
export type KeyCommand = 'next' | 'previous' | DecisionForm['decision'];

/**
 * Keyboard commands with the names of their keys, as the footer shows them. `choose` stands for `next` and `previous`.
 */
export const KEY_HINTS = [
  { keys: ['J', '↓', 'K', '↑'], command: 'choose' },
  { keys: ['E'], command: 'remove' },
  { keys: ['S'], command: 'disable' },
  { keys: ['A'], command: 'dismiss' },
] as const;

/** `useKeyCommands` runs the command that belongs to a pressed key. */
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
