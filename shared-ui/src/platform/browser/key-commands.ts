import { useEffect, useEffectEvent } from 'react';

/** Commands of a page's keys. */
export interface KeyTable<Command extends string> {
  /** Command by the lower-case name of its key (`KeyboardEvent.key`). */
  readonly commandByKey: Readonly<Record<string, Command>>;
  /**
   * Commands that move through a list. A key that is held down repeats them alone. Among radio buttons and tabs, their
   * arrow keys choose one of these.
   */
  readonly movingCommands: readonly Command[];
}

/** Fields of a keyboard event that determine its command. */
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

/** Creates the commands of a page's keys. */
export const createKeyCommands = <Command extends string>({ commandByKey, movingCommands }: KeyTable<Command>) => {
  /** Returns the command of a pressed key; null when the key belongs to a field, the browser or an open dialog. */
  const keyCommandOf = ({ key, ctrlKey, metaKey, altKey, isComposing, repeat, target }: PressedKey): Command | null => {
    const command = commandByKey[key.toLowerCase()] ?? null;
    if (command === null || ctrlKey || metaKey || altKey || isComposing) return null;
    const isMoveCommand = movingCommands.includes(command);
    // A key that is held down moves on repeatedly, but acts only once.
    if (repeat && !isMoveCommand) return null;
    if (!(target instanceof Element)) return command;
    if (isTextField(target) || target.closest(DIALOG_SELECTOR) !== null) return null;
    return isMoveCommand && isChosenByArrows(target) ? null : command;
  };

  /** Runs the commands of the page's keys, regardless of where the focus is, except while a dialog is open. */
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
