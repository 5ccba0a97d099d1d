import { useEffect, useEffectEvent } from 'react';

/** Keyboard commands of a page. */
export interface KeyTable<Command extends string> {
  /** Commands by the lower-case name of their key (`KeyboardEvent.key`). */
  readonly commandByKey: Readonly<Record<string, Command>>;
  /**
   * Commands that move through a list. Only these are repeated while a key is held down. If the focus is on radio
   * buttons or tabs, arrow keys belong to these instead.
   */
  readonly movingCommands: readonly Command[];
}

/** Fields of a keyboard event on which its command depends. */
export interface PressedKey extends Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'repeat'
> {
  readonly target: EventTarget | null;
}

const DIALOG_SELECTOR = '[role="dialog"], [role="alertdialog"]';

const isRadioOrCheckbox = (element: Element): boolean =>
  element instanceof HTMLInputElement && (element.type === 'radio' || element.type === 'checkbox');

const isTextField = (element: Element): boolean =>
  (element.matches('input, textarea, select') && !isRadioOrCheckbox(element)) ||
  (element instanceof HTMLElement && element.isContentEditable);

const isChosenByArrows = (element: Element): boolean =>
  isRadioOrCheckbox(element) || element.closest('[role="tablist"]') !== null;

/** Creates the keyboard commands of a page. */
export const createKeyCommands = <Command extends string>({ commandByKey, movingCommands }: KeyTable<Command>) => {
  /** Returns the command of a pressed key; null when the key belongs to a field, the browser or an open dialog. */
  const keyCommandOf = ({ key, ctrlKey, metaKey, altKey, isComposing, repeat, target }: PressedKey): Command | null => {
    const command = commandByKey[key.toLowerCase()] ?? null;
    if (command === null || ctrlKey || metaKey || altKey || isComposing) return null;
    const isMoveCommand = movingCommands.includes(command);
    // While a key is held down, commands that move are repeated, but all others run only once.
    if (repeat && !isMoveCommand) return null;
    if (!(target instanceof Element)) return command;
    if (isTextField(target) || target.closest(DIALOG_SELECTOR) !== null) return null;
    return isMoveCommand && isChosenByArrows(target) ? null : command;
  };

  /** Runs the page's keyboard commands, regardless of where the focus is, except while a dialog is open. */
  const useKeyCommands = (onCommand: (command: Command) => void): void => {
    const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
      const command = keyCommandOf(event);
      if (command === null || document.querySelector(DIALOG_SELECTOR) !== null) return;
      event.preventDefault();
      onCommand(command);
    });
    useEffect(() => {
      const keyListener = (event: KeyboardEvent): void => onKeyDown(event);
      window.addEventListener('keydown', keyListener);
      return () => window.removeEventListener('keydown', keyListener);
    }, []);
  };

  return { keyCommandOf, useKeyCommands };
};
