import type { MouseEvent, PointerEvent } from 'react';
import { useRef } from 'react';
import type { PressPoint } from './press-rules';
import { isClick } from './press-rules';

/** Handlers of something that is dragged and clicked: `onClicked` is called for clicks alone, also those of the keyboard. */
export const useClick = <Target extends Element>(onClicked: (event: MouseEvent<Target>) => void) => {
  const from = useRef<PressPoint | null>(null);
  return {
    onPointerDown: ({ clientX, clientY }: PointerEvent<Target>): void => {
      from.current = { clientX, clientY };
    },
    onClick: (event: MouseEvent<Target>): void => {
      // A click by keyboard has no place; `detail` counts the presses of a pointer.
      const isByPointer = event.detail > 0;
      if (isByPointer && from.current !== null && !isClick(from.current, event)) return;
      onClicked(event);
    },
  };
};
