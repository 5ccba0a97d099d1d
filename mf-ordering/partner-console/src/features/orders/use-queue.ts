import type { PartnerOrder } from '@mahlzeit/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { arrange, emptyArrangement } from './queue-rules';
import type { Arrangement } from './queue-rules';

/** Time in ms after the last touch, movement or key in the queue until its rows may move again. */
const IN_USE_MS = 1_500;

/** Returns whether a user touches, points at or types in an element at the moment. */
const useInUse = (part: RefObject<HTMLElement | null>): boolean => {
  const [isInUse, setIsInUse] = useState(false);
  useEffect(() => {
    const element = part.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPressed = false;
    const restartTimer = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => (isPressed ? restartTimer() : setIsInUse(false)), IN_USE_MS);
    };
    const mark = (): void => {
      setIsInUse(true);
      restartTimer();
    };
    const onPress = (): void => {
      isPressed = true;
      mark();
    };
    const release = (): void => {
      isPressed = false;
      restartTimer();
    };
    const listeners: readonly (readonly [EventTarget, string, () => void])[] = [
      [element, 'pointermove', mark],
      [element, 'keydown', mark],
      [element, 'focusin', mark],
      [element, 'pointerdown', onPress],
      [window, 'pointerup', release],
      [window, 'pointercancel', release],
    ];
    for (const [target, name, listener] of listeners) target.addEventListener(name, listener);
    return () => {
      clearTimeout(timer);
      for (const [target, name, listener] of listeners) target.removeEventListener(name, listener);
    };
  }, [part]);
  return isInUse;
};

/** Element in the queue that had the focus: the key of its order, and its part of the row (`data-part`). */
interface FocusPlace {
  readonly order: string;
  readonly part: string;
}

const placeOf = (element: Element | null): FocusPlace | null => {
  const [part, order] = [
    element?.getAttribute('data-part'),
    element?.closest('[data-order]')?.getAttribute('data-order'),
  ];
  return typeof part === 'string' && typeof order === 'string' ? { order, part } : null;
};

const elementAt = (queue: HTMLElement, { order, part }: FocusPlace): HTMLElement | null => {
  const row = queue.querySelector(`[data-order="${CSS.escape(order)}"]`);
  return (
    row?.querySelector<HTMLElement>(`[data-part="${part}"]`) ??
    row?.querySelector<HTMLElement>('[data-part="row"]') ??
    null
  );
};

/**
 * Restores the focus in a row that has moved, because the browser removes the focus from an element that changes its
 * position in the document.
 */
const useHeldFocus = (queue: RefObject<HTMLElement | null>, arrangement: Arrangement, sendingKeys: unknown): void => {
  const lastFocus = useRef<FocusPlace | null>(null);
  useEffect(() => {
    const onFocus = (): void => {
      lastFocus.current =
        queue.current?.contains(document.activeElement) === true ? placeOf(document.activeElement) : null;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [queue]);
  useLayoutEffect(() => {
    if (lastFocus.current === null || queue.current === null || document.activeElement !== document.body) return;
    elementAt(queue.current, lastFocus.current)?.focus({ preventScroll: true });
  }, [queue, arrangement, sendingKeys]);
};

/**
 * Returns the sequence of the queue's rows, which doesn't change while a user touches the queue, and the ref of the
 * queue.
 */
export const useQueue = (
  orders: readonly PartnerOrder[],
  sendingKeys: ReadonlySet<string>,
): { readonly ref: RefObject<HTMLDivElement | null>; readonly arrangement: Arrangement } => {
  const ref = useRef<HTMLDivElement>(null);
  const isInUse = useInUse(ref);
  const [arrangement, setArrangement] = useState<Arrangement>(emptyArrangement);
  const next = arrange(orders, arrangement, isInUse);
  if (next !== arrangement) setArrangement(next);
  useHeldFocus(ref, next, sendingKeys);
  return { ref, arrangement: next };
};
