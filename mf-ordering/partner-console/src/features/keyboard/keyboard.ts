import { useEffect, useEffectEvent } from 'react';

/** Command that a key of the console runs. `next` and `previous` move through the orders; `help` lists all keys. */
export type KeyCommand = 'next' | 'previous' | 'accept' | 'refund' | 'menu' | 'help';

/** Commands with the names of their keys, as the footer shows them. `choose` stands for `next` and `previous`. */
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

const COMMAND_BY_KEY: Readonly<Record<string, KeyCommand>> = {
  arrowdown: 'next',
  arrowup: 'previous',
  a: 'accept',
  e: 'refund',
  k: 'menu',
  '?': 'help',
};

/** Fields of a keyboard event that determine its command. */
export interface PressedKey extends Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'repeat'
> {
  readonly target: EventTarget | null;
}

const isRadioOrCheckbox = (element: Element): boolean =>
  element instanceof HTMLInputElement && (element.type === 'radio' || element.type === 'checkbox');

const isTextField = (element: Element): boolean =>
  (element.matches('input, textarea, select') && !isRadioOrCheckbox(element)) ||
  (element instanceof HTMLElement && element.isContentEditable);

/** Returns the command of a pressed key; null when the key belongs to an input field, the browser or an open dialog. */
export const keyCommandOf = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
  repeat,
  target,
}: PressedKey): KeyCommand | null => {
  const command = COMMAND_BY_KEY[key.toLowerCase()] ?? null;
  if (command === null || ctrlKey || metaKey || altKey || isComposing) return null;
  const isMoveCommand = command === 'next' || command === 'previous';
  // An arrow key that is held down moves on repeatedly, but a held key accepts only one order.
  if (repeat && !isMoveCommand) return null;
  if (!(target instanceof Element)) return command;
  if (isTextField(target) || target.closest('[role="dialog"], [role="alertdialog"]') !== null) return null;
  // Among radio buttons and tabs, the arrow keys choose one of these.
  return isMoveCommand && (isRadioOrCheckbox(target) || target.closest('[role="tablist"]') !== null) ? null : command;
};

/** Runs the commands of the console's keys, regardless of where the focus is, except while a dialog is open. */
export const useKeyCommands = (onCommand: (command: KeyCommand) => void): void => {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const command = keyCommandOf(event);
    if (command === null || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
    event.preventDefault();
    onCommand(command);
  });
  useEffect(() => {
    const keyListener = (event: KeyboardEvent): void => onKeyDown(event);
    window.addEventListener('keydown', keyListener);
    return () => window.removeEventListener('keydown', keyListener);
  }, []);
};
