import type { PartnerOrder } from '@mahlzeit/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { arrangeQueue, emptyArrangement } from './queue-rules';
import type { QueueArrangement } from './queue-rules';

/** Time in ms after the last touch, movement or key press in the list of orders until its rows may move again. */
const IN_USE_DURATION_MS = 1_500;

/** Returns whether a user touches, points at or types in an element at the moment. */
const useIsElementInUse = (elementRef: RefObject<HTMLElement | null>): boolean => {
  const [isElementInUse, setIsInUse] = useState(false);
  useEffect(() => {
    const watchedElement = elementRef.current;
    if (watchedElement === null) return undefined;
    let endOfUseTimer: ReturnType<typeof setTimeout> | undefined;
    let isPointerDown = false;
    const restartTimer = (): void => {
      clearTimeout(endOfUseTimer);
      endOfUseTimer = setTimeout(() => (isPointerDown ? restartTimer() : setIsInUse(false)), IN_USE_DURATION_MS);
    };
    const markInUse = (): void => {
      setIsInUse(true);
      restartTimer();
    };
    const onPointerPress = (): void => {
      isPointerDown = true;
      markInUse();
    };
    const onPointerRelease = (): void => {
      isPointerDown = false;
      restartTimer();
    };
    const listenerEntries: readonly (readonly [EventTarget, string, () => void])[] = [
      [watchedElement, 'pointermove', markInUse],
      [watchedElement, 'keydown', markInUse],
      [watchedElement, 'focusin', markInUse],
      [watchedElement, 'pointerdown', onPointerPress],
      [window, 'pointerup', onPointerRelease],
      [window, 'pointercancel', onPointerRelease],
    ];
    for (const [eventTarget, eventName, listener] of listenerEntries) eventTarget.addEventListener(eventName, listener);
    return () => {
      clearTimeout(endOfUseTimer);
      for (const [target, name, listener] of listenerEntries) target.removeEventListener(name, listener);
    };
  }, [elementRef]);
  return isElementInUse;
};

/** Element in the list of orders that had the focus: the key of its order, and its part of the row (`data-part`). */
interface FocusPosition {
  readonly order: string;
  readonly part: string;
}

const orderFocusPositionOf = (element: Element | null): FocusPosition | null => {
  const [part, order] = [
    element?.getAttribute('data-part'),
    element?.closest('[data-order]')?.getAttribute('data-order'),
  ];
  return typeof part === 'string' && typeof order === 'string' ? { order, part } : null;
};

const findFocusElement = (queueElement: HTMLElement, { order, part }: FocusPosition): HTMLElement | null => {
  const orderRow = queueElement.querySelector(`[data-order="${CSS.escape(order)}"]`);
  return (
    orderRow?.querySelector<HTMLElement>(`[data-part="${part}"]`) ??
    orderRow?.querySelector<HTMLElement>('[data-part="row"]') ??
    null
  );
};

/**
 * Restores the focus in a row that has moved, because the browser removes the focus from an element that changes its
 * position in the document.
 */
const useFocusRestoration = (
  queueRef: RefObject<HTMLElement | null>,
  arrangement: QueueArrangement,
  sendingKeys: unknown,
): void => {
  const lastFocusPosition = useRef<FocusPosition | null>(null);
  useEffect(() => {
    const onFocus = (): void => {
      lastFocusPosition.current =
        queueRef.current?.contains(document.activeElement) === true
          ? orderFocusPositionOf(document.activeElement)
          : null;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [queueRef]);
  useLayoutEffect(() => {
    if (lastFocusPosition.current === null || queueRef.current === null || document.activeElement !== document.body)
      return;
    findFocusElement(queueRef.current, lastFocusPosition.current)?.focus({ preventScroll: true });
  }, [queueRef, arrangement, sendingKeys]);
};

/**
 * Returns the sequence of the rows in the list of orders, which doesn't change while a user touches the list, and the
 * ref of the list.
 */
export const useOrderQueue = (
  orders: readonly PartnerOrder[],
  sendingKeys: ReadonlySet<string>,
): { readonly ref: RefObject<HTMLDivElement | null>; readonly arrangement: QueueArrangement } => {
  const queueElementRef = useRef<HTMLDivElement>(null);
  const isQueueInUse = useIsElementInUse(queueElementRef);
  const [arrangement, setArrangement] = useState<QueueArrangement>(emptyArrangement);
  const nextArrangement = arrangeQueue(orders, arrangement, isQueueInUse);
  if (nextArrangement !== arrangement) setArrangement(nextArrangement);
  useFocusRestoration(queueElementRef, nextArrangement, sendingKeys);
  return { ref: queueElementRef, arrangement: nextArrangement };
};
